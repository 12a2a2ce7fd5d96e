#include "training/optimizer/training_options.h"

#include <cmath>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

std::string textOf(double number)
{
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text + "0" : text;
}

void require(bool holds, const std::string &message)
{
    if (!holds)
        throw ConfigError(message);
}

} // namespace

void checkOptions(const TrainingOptions &options)
{
    const auto isShare = [](double number) { return number >= 0 && number < 1; };
    const auto isPositive = [](double number) { return std::isfinite(number) && number >= 0; };
    const AdamRule &adam = options.adam;
    require(std::isfinite(options.rate.rate) && options.rate.rate > 0,
            Message::tr("the learning rate is %1, but must be above 0", {textOf(options.rate.rate)}));
    require(options.rate.steps >= 1,
            Message::tr("the steps are %1, but must be at least 1", {std::to_string(options.rate.steps)}));
    require(options.rate.warmUp >= 0,
            Message::tr("the warm-up is %1 steps, but must be at least 0", {std::to_string(options.rate.warmUp)}));
    require(options.batch >= 1 && options.batch <= 65536,
            Message::tr("the batch is %1 sentences, but must be between 1 and 65536", {std::to_string(options.batch)}));
    require(isShare(options.smoothing),
            Message::tr("the label smoothing is %1, but must be from 0 to below 1", {textOf(options.smoothing)}));
    require(isShare(options.dropout),
            Message::tr("the dropout is %1, but must be from 0 to below 1", {textOf(options.dropout)}));
    require(isShare(adam.beta1), Message::tr("β1 is %1, but must be from 0 to below 1", {textOf(adam.beta1)}));
    require(isShare(adam.beta2), Message::tr("β2 is %1, but must be from 0 to below 1", {textOf(adam.beta2)}));
    require(isPositive(adam.epsilon) && adam.epsilon > 0,
            Message::tr("the optimiser's ε is %1, but must be above 0", {textOf(adam.epsilon)}));
    require(isPositive(adam.decay),
            Message::tr("the weight decay is %1, but must be at least 0", {textOf(adam.decay)}));
    require(isPositive(adam.clip), Message::tr("the clipping norm is %1, but must be at least 0", {textOf(adam.clip)}));
}

TrainingOptions vaswaniOptions(int dModel)
{
    TrainingOptions options;
    options.adam.epsilon = 1e-9;
    options.adam.decay = 0;
    options.adam.clip = 0;
    options.rate = {Schedule::InverseRoot, 1, 4000, 100000, dModel};
    options.smoothing = options.dropout = 0.1;
    return options;
}

} // namespace regard

#include "training/tasks/task_parts.h"

#include <numeric>
#include <utility>

#include "engine/base/message.h"

namespace regard {

ModelConfig taskModel(Architecture architecture, int layers, int heads, int dModel, int dFf)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = architecture == Architecture::Decoder ? 0 : layers;
    config.decoderLayers = architecture == Architecture::Encoder ? 0 : layers;
    config.dModel = dModel;
    config.heads = config.decoderHeads = heads;
    config.dKey = config.dValue = dModel / heads;
    config.dFf = config.decoderDFf = dFf;
    config.position = Position::Learned;
    config.bias = config.residual = config.finalNorm = true;
    config.norm = Norm::Pre;
    config.maskedLanguageModel = architecture == Architecture::Encoder;
    return config;
}

TrainingOptions taskOptions(int steps, double rate, int batch)
{
    TrainingOptions options;
    options.rate.steps = steps;
    options.rate.rate = rate;
    options.batch = batch;
    return options;
}

TaskVariant transformer(const ModelConfig &model, const TrainingOptions &options, std::vector<LengthGoal> goals)
{
    return {"transformer", Message::tr("Transformer"), model, options, std::move(goals)};
}

TaskVariant recurrent(Cell cell, int dModel, DecoderAttention attention, const TrainingOptions &options,
                      std::vector<LengthGoal> goals)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderKind = config.decoderKind = StackKind::Recurrent;
    config.cell = cell;
    config.directions = 2;
    config.decoderAttention = attention;
    config.encoderLayers = config.decoderLayers = 1;
    config.dModel = config.dKey = config.dValue = dModel;
    config.heads = config.decoderHeads = 1;
    config.bias = true;
    const std::string name = cell == Cell::Lstm ? "lstm" : "gru";
    const std::string title = cell == Cell::Lstm ? "LSTM" : "GRU";
    if (attention == DecoderAttention::None)
        return {name, Message::tr("%1 without attention", {title}), config, options, std::move(goals)};
    config.score = Score::Additive;
    return {name + "-bahdanau", Message::tr("%1 with attention (Bahdanau)", {title}), config, options,
            std::move(goals)};
}

void offer(Task &task, std::vector<TaskVariant> variants)
{
    task.variants = std::move(variants);
    task.model = task.variants.front().model;
    task.options = task.variants.front().options;
}

TrainingSentence drawnOn(bool side, std::uint64_t seed, std::uint64_t number,
                         const std::function<TrainingSentence(const PlaceBits &)> &draw,
                         const std::function<bool(const TrainingSentence &)> &isHeldOut)
{
    for (std::uint64_t attempt = 0;; ++attempt) {
        TrainingSentence drawn = draw(PlaceBits({seed, std::uint64_t(side), number, attempt}));
        if (isHeldOut(drawn) == side)
            return drawn;
    }
}

bool isOfHeldOutTenth(const std::vector<int> &tokens)
{
    std::uint64_t hash = 0;
    for (const int token : tokens)
        hash = PlaceBits({hash}).at(std::uint64_t(token));
    return PlaceBits({hash}).below(10, 0) == 0;
}

std::vector<int> differentNumbers(int count, int below, const PlaceBits &bits, std::uint64_t first)
{
    std::vector<int> numbers(static_cast<std::size_t>(below));
    std::iota(numbers.begin(), numbers.end(), 0);
    for (int i = 0; i < count; ++i)
        std::swap(numbers[std::size_t(i)],
                  numbers[std::size_t(i) + bits.below(std::uint64_t(below - i), first + std::uint64_t(i))]);
    numbers.resize(std::size_t(count));
    return numbers;
}

} // namespace regard

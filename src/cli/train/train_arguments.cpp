#include "cli/train/train_arguments.h"

#include <algorithm>

#include "io/base/number_text.h"
#include "io/project/training_keys.h"

namespace regard {

namespace {

constexpr int mostSteps = 1'000'000'000;

/// `--learning-rate` of learning_rate.
std::string optionOf(std::string key)
{
    std::replace(key.begin(), key.end(), '_', '-');
    return "--" + key;
}

/// The options of training that are no options of `regard train` by themselves: --steps says how many to take now.
bool isOption(const std::string &key)
{
    return key != "steps";
}

template <typename Number>
Number numberOf(const std::string &text, const char *option, const char *takes, Number least, Number most)
{
    const auto number = numberFrom<Number>(text);
    if (!number || *number < least || *number > most)
        throw UsageError(std::string(option) + " takes " + takes + ", not \"" + text + "\"");
    return *number;
}

} // namespace

const std::vector<OptionRow<TrainOptions>> &trainRows()
{
    using Kind = OptionValue::Kind;
    using O = TrainOptions;
    static const std::vector<OptionRow<O>> rows = [] {
        std::vector<OptionRow<O>> all{
            {"--task", "What to learn; regard tasks lists them", {Kind::Text, "NAME"}, set(&O::task)},
            {"--model",
             "Of a task with several models; regard tasks lists them",
             {Kind::Text, "NAME"},
             [](const CLI::Option &given, O &options) {
                 options.variant = given.as<std::string>();
                 if (options.variant.empty())
                     throw UsageError("--model takes a name of one of the task's models, not an empty one");
             }},
            {"--data", "Your own sentences, one a line, or SOURCE tab TARGET", {Kind::File, "FILE"}, setFile(&O::data)},
            {"--steps",
             "How many to take; those that the task has left",
             {Kind::Text, "N"},
             setBy(
                 [](const std::string &text) {
                     return numberOf<int>(text, "--steps", "a whole number from 1 to 1000000000", 1, mostSteps);
                 },
                 &O::steps)},
            {"--seed",
             "Of sentences and dropout, and of a new model's weights",
             {Kind::Text, "N"},
             setBy(
                 [](const std::string &text) {
                     return numberOf<std::uint64_t>(text, "--seed", "a whole number from 0", 0, UINT64_MAX);
                 },
                 &O::seed)}};
        for (const std::string &key : trainingKeys())
            if (isOption(key))
                all.push_back({optionOf(key),
                               trainingKeyTakes(key),
                               {Kind::Text, "VALUE"},
                               [key](const CLI::Option &given, O &options) {
                                   const auto value = given.as<std::string>();
                                   TrainingOptions scratch;
                                   if (!setTrainingKey(scratch, key, value))
                                       throw UsageError(optionOf(key) + " takes " + trainingKeyTakes(key) + ", not \"" +
                                                        value + "\"");
                                   options.options.emplace_back(key, value);
                               }});
        all.push_back({"--lock",
                       "A weight that stays as it is, as often as wanted",
                       {Kind::Repeated, "WEIGHT"},
                       [](const CLI::Option &given, O &options) {
                           const auto weights = given.as<std::vector<std::string>>();
                           options.locked = {weights.begin(), weights.end()};
                       }});
        all.push_back({"-o,--output",
                       "regard csv: the trained project, and the curve",
                       {Kind::Outputs, "OUT"},
                       set(&O::outputs)});
        return all;
    }();
    return rows;
}

} // namespace regard

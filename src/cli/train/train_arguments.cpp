#include "cli/train/train_arguments.h"

#include <algorithm>

#include <CLI/CLI.hpp>

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

void addTrainOptions(CLI::App *command, TrainArguments &arguments)
{
    command->add_option("--task", arguments.task, "What to learn; regard tasks lists them")->type_name("NAME");
    command->add_option("--model", arguments.variant, "Of a task with several models; regard tasks lists them")
        ->type_name("NAME");
    command->add_option("--data", arguments.data, "Your own sentences, one a line, or SOURCE tab TARGET")
        ->type_name("FILE");
    command->add_option("--steps", arguments.steps, "How many to take; those that the task has left")->type_name("N");
    command->add_option("--seed", arguments.seed, "Of sentences and dropout, and of a new model's weights")
        ->type_name("N");
    for (const std::string &key : trainingKeys())
        if (isOption(key))
            command->add_option(optionOf(key), arguments.options[key], trainingKeyTakes(key))->type_name("VALUE");
    command->add_option("--lock", arguments.locked, "A weight that stays as it is, as often as wanted")
        ->type_name("WEIGHT")
        ->expected(1)
        ->take_all();
    command->add_option("-o,--output", arguments.outputs, "regard csv: the trained project, and the curve")
        ->type_name("OUT")
        ->required()
        ->expected(1, CLI::detail::expected_max_vector_size);
}

TrainOptions trainOptions(const CLI::App &command, const TrainArguments &arguments)
{
    TrainOptions options;
    options.task = arguments.task;
    options.variant = arguments.variant;
    if (command.count("--model") > 0 && options.variant.empty())
        throw UsageError("--model takes a name of one of the task's models, not an empty one");
    options.data = arguments.data;
    if (command.count("--data") > 0 && options.data.empty())
        throw UsageError("--data takes a file: its name is empty");
    options.outputs = arguments.outputs;
    options.locked = {arguments.locked.begin(), arguments.locked.end()};
    if (command.count("--steps") > 0)
        options.steps = numberOf<int>(arguments.steps, "--steps", "a whole number from 1 to 1000000000", 1, mostSteps);
    if (command.count("--seed") > 0)
        options.seed = numberOf<std::uint64_t>(arguments.seed, "--seed", "a whole number from 0", 0, UINT64_MAX);
    TrainingOptions scratch;
    for (const std::string &key : trainingKeys()) {
        if (!isOption(key) || command.count(optionOf(key)) == 0)
            continue;
        const std::string &value = arguments.options.at(key);
        if (!setTrainingKey(scratch, key, value))
            throw UsageError(optionOf(key) + " takes " + trainingKeyTakes(key) + ", not \"" + value + "\"");
        options.options.emplace_back(key, value);
    }
    return options;
}

} // namespace regard

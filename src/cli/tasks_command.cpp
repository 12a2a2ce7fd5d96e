#include "cli/tasks_command.h"

#include <cstdio>
#include <string>

#include "engine/model/stack.h"
#include "io/base/number_text.h"
#include "io/project/words.h"
#include "training/tasks/own_task.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// `gru 2 directions, attention none, d_model 88`
std::string recurrentText(const ModelConfig &config)
{
    return wordOf(config.cell) + " " + std::to_string(config.directions) + " direction" +
           (config.directions == 1 ? "" : "s") + ", attention " + wordOf(config.decoderAttention) + ", d_model " +
           std::to_string(config.dModel);
}

/// `encoder 2 × 4, d_model 32, d_ff 0`: layers × heads. `encoder_decoder 1 + 1, gru …` where it is recurrent.
std::string modelText(const ModelConfig &config)
{
    std::string text = wordOf(config.architecture) + " ";
    if (hasStack(config, Stack::Encoder))
        text += std::to_string(config.encoderLayers) + (hasStack(config, Stack::Decoder) ? " + " : "");
    if (hasStack(config, Stack::Decoder))
        text += std::to_string(config.decoderLayers);
    if (isRecurrent(config, Stack::Encoder) || isRecurrent(config, Stack::Decoder))
        return text + ", " + recurrentText(config);
    return text + " × " + std::to_string(config.heads) + ", d_model " + std::to_string(config.dModel) + ", d_ff " +
           std::to_string(config.dFf);
}

/// `transformer: encoder_decoder 1 + 1 × 2, …; gru: …` where the task offers models by name.
std::string modelsText(const Task &task)
{
    std::string text;
    for (const TaskVariant &variant : task.variants)
        text += (text.empty() ? "" : "; ") + variant.name + ": " + modelText(variant.model);
    return text.empty() ? modelText(task.model) : text;
}

std::string goals(const Task &task)
{
    std::string text = task.accuracyGoal > 0 ? "accuracy ≥ " + numberText(task.accuracyGoal) : std::string();
    for (const TaskMeasure &measure : task.measures)
        text += (text.empty() ? "" : ", ") + measure.name + (measure.isUpperBound ? " ≤ " : " ≥ ") +
                numberText(measure.goal);
    for (const TaskVariant &variant : task.variants)
        for (const LengthGoal &goal : variant.goals)
            text += (text.empty() ? "" : ", ") + variant.name + " at " + std::to_string(goal.length) +
                    (goal.isUpperBound ? " ≤ " : " ≥ ") + numberText(goal.share);
    return text;
}

} // namespace

int runTasks()
{
    for (const Task &task : tasks())
        std::printf("%s\t%s\t%s\t%d steps\t%s\n", task.name.c_str(), task.title.c_str(), modelsText(task).c_str(),
                    task.options.rate.steps, goals(task).c_str());
    for (std::size_t kind = 0; kind < ownTaskNames().size(); ++kind) {
        const Task task = ownTask(OwnKind(kind));
        std::printf("%s\t%s\tthe present model, else %s\t%d steps\t--data FILE\n", task.name.c_str(),
                    task.title.c_str(), modelText(task.model).c_str(), task.options.rate.steps);
    }
    return 0;
}

} // namespace regard

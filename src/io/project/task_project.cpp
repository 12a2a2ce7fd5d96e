#include "io/project/task_project.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "training/run/training_record.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// Whether the task's model reads the tokens: it has a row for each of them and a position.
bool canRead(const Task &task, const std::vector<std::string> &tokens, int longest)
{
    const std::vector<std::string> known = task.vocabulary.tokens;
    return !tokens.empty() && int(tokens.size()) <= longest &&
           std::all_of(tokens.begin(), tokens.end(), [&](const std::string &token) {
               return std::find(known.begin(), known.end(), token) != known.end();
           });
}

} // namespace

void setSentence(Project &project, const Task &task, const TrainingSentence &sentence)
{
    project.source = textOf(task, sentence.source);
    project.target = textOf(task, sentence.target);
    project.tokenizer = task.tokenizer;
    project.maskedSource = sentence.masked;
    project.maskedTarget = sentence.maskedTarget;
}

Project preparedProject(Project project, const Task &task, const TrainingOptions &options)
{
    project.model = trainableModel(project.model, task.vocabulary, task.lengths);
    const Input input = inputOf(project);
    const bool hasTarget = task.lengths.target > 0;
    if (!canRead(task, input.tokens, task.lengths.source) ||
        (hasTarget && !canRead(task, input.target, task.lengths.target)))
        setSentence(project, task, task.sentence(options.seed, 0, true));
    TrainingRecord record;
    record.task = task.name;
    record.data = task.file ? task.file->path : std::string();
    record.options = options;
    record.options.rate.dModel = project.model.config.dModel;
    project.task = std::make_shared<const TrainingRecord>(std::move(record));
    return project;
}

Project taskProject(const Task &task, const TrainingOptions &options)
{
    Project project;
    project.model = modelFor(task, options.seed);
    if (!task.measures.empty()) {
        project.view.block = task.measures.front().place.attention;
        project.view.layer = std::max(0, task.measures.front().place.layer);
    }
    return preparedProject(std::move(project), task, options);
}

} // namespace regard

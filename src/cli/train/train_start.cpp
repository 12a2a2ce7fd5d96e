#include "cli/train/train_start.h"

#include <utility>

#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/base/nearest_name.h"
#include "io/project/task_project.h"
#include "io/project/training_keys.h"
#include "training/base/parameters.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

Task taskNamed(const std::string &name)
{
    if (std::optional<Task> task = findTask(name))
        return *std::move(task);
    std::vector<std::string> names;
    for (const Task &task : tasks())
        names.push_back(task.name);
    throw UsageError("--task takes one of " + commaList(names) + ", not \"" + name + "\"");
}

bool isFresh(const ModelOptions &model)
{
    return model.file.empty() && model.example.empty();
}

/// The project of the file, or the model that the task wants, without any weight given.
Project startProject(const TrainOptions &options)
{
    if (!isFresh(options.model))
        return openProject(options.model);
    if (options.task.empty())
        throw UsageError("--task says what to learn; regard tasks lists what there is");
    Project project;
    const Task task = taskNamed(options.task);
    project.model = modelFor(task, options.seed.value_or(task.options.seed));
    return configured(std::move(project), options.model);
}

/// The options of this run: the file's where it goes on, else the task's, with those of the command line.
void setOptions(const TrainOptions &options, const Task &task, TrainStart &start)
{
    TrainingOptions &training = start.record.options;
    for (const auto &[key, value] : options.options)
        setTrainingKey(training, key, value);
    training.seed = options.seed.value_or(training.seed);
    training.adam.locked.insert(options.locked.begin(), options.locked.end());
    const ParameterTable table(start.project.model, false);
    for (const std::string &name : options.locked)
        if (!table.find(name))
            throw UsageError("--lock: the model has no weight \"" + name + "\" that is trained");
    const long long left = training.rate.steps - start.record.step;
    if (!options.steps && left <= 0)
        throw UsageError("all " + std::to_string(training.rate.steps) + " steps of the task " + task.name +
                         " are taken; --steps says how many more");
    start.steps = options.steps.value_or(int(left));
    if (options.steps)
        training.rate.steps = int(std::min(start.record.step + *options.steps, 1'000'000'000LL));
}

} // namespace

TrainStart trainStart(const TrainOptions &options)
{
    TrainStart start;
    start.project = startProject(options);
    const std::shared_ptr<const TrainingRecord> before = start.project.task;
    if (options.task.empty() && !before)
        throw UsageError("--task says what to learn: the file names no task; regard tasks lists what there is");
    start.task = taskNamed(options.task.empty() ? before->task : options.task);
    try {
        if (const std::string reason = reasonAgainst(start.task, start.project.model); !reason.empty())
            throw ConfigError(reason);
        const bool goesOn = before && before->task == start.task.name;
        const TrainingOptions training = goesOn ? before->options : start.task.options;
        start.project = preparedProject(start.project, start.task, training);
        start.record = goesOn ? *before : *start.project.task;
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.model.subject(), error.what());
    }
    setOptions(options, start.task, start);
    return start;
}

} // namespace regard

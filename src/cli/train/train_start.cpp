#include "cli/train/train_start.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/base/nearest_name.h"
#include "io/project/task_file.h"
#include "io/project/task_project.h"
#include "io/project/training_keys.h"
#include "training/base/parameters.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

[[noreturn]] void failTask(const std::string &name)
{
    std::vector<std::string> names;
    for (const Task &task : tasks())
        names.push_back(task.name);
    names.insert(names.end(), ownTaskNames().begin(), ownTaskNames().end());
    throw UsageError("--task takes one of " + commaList(names) + ", not \"" + name + "\"");
}

/// Finds a task by its name; one of the user's own has no sentences yet.
Task taskNamed(const std::string &name)
{
    if (const auto own = ownKindOf(name))
        return ownTask(*own);
    if (std::optional<Task> task = findTask(name))
        return *std::move(task);
    failTask(name);
}

bool isFresh(const ModelOptions &model)
{
    return model.file.empty() && model.example.empty();
}

/// Returns the task with the one of its models that was asked for.
Task chosenTask(const TrainOptions &options, const std::string &name)
{
    Task task = taskNamed(name);
    if (options.variant.empty())
        return task;
    if (!isFresh(options.model))
        throw UsageError("--model chooses the model that a run begins with, and " + options.model.subject() +
                         " has one");
    std::vector<std::string> names;
    for (const TaskVariant &variant : task.variants)
        names.push_back(variant.name);
    if (names.empty())
        throw UsageError("--model: the task " + name + " has one model");
    if (std::optional<Task> chosen = withVariant(std::move(task), options.variant))
        return *std::move(chosen);
    throw UsageError("--model takes one of " + commaList(names) + ", not \"" + options.variant + "\"");
}

/// The project of the file, or the model that the task wants, without any weight given.
Project startProject(const TrainOptions &options)
{
    if (!isFresh(options.model)) {
        Project project = openProject(options.model);
        if (!project.hasModel())
            throw FileError(options.model.subject(),
                            "a file of attention has no weights that could learn: name a model's "
                            "folder or a project");
        return project;
    }
    if (options.task.empty())
        throw UsageError("--task says what to learn; regard tasks lists what there is");
    Project project;
    const Task task = chosenTask(options, options.task);
    project.model = modelFor(task, options.seed.value_or(task.options.seed));
    return configured(std::move(project), options.model);
}

/// The file of a task of one's own: the command line's, else the one that the project names beside itself.
QString dataPath(const TrainOptions &options, const std::string &task, const TrainingRecord *before)
{
    if (!options.data.empty())
        return QFileInfo(QFile::decodeName(QByteArray::fromStdString(options.data))).absoluteFilePath();
    if (!before || before->task != task || before->data.empty())
        throw UsageError("--data names the file of the task " + task + ": a sentence a line, or for pairs " +
                         "the source, a tab and the target");
    return QString::fromStdString(before->data);
}

/// The task of that name, its sentences read where they are one's own.
void readTask(const TrainOptions &options, const std::string &name, TrainStart &start)
{
    const std::optional<OwnKind> own = ownKindOf(name);
    if (!own && !options.data.empty())
        throw UsageError("--data is for tasks of your own: " + commaList(ownTaskNames()));
    if (!own) {
        start.task = chosenTask(options, name);
        return;
    }
    start.task = readOwnTask(*own, dataPath(options, name, start.project.task.get()), start.project);
}

/// The options of this run: the file's where it goes on, else the task's, with those of the command line.
void setOptions(const TrainOptions &options, const Task &task, TrainStart &start)
{
    TrainingOptions &training = start.record.options;
    for (const auto &[key, value] : options.options)
        setTrainingKey(training, key, value);
    training.seed = options.seed.value_or(training.seed);
    training.adam.locked.insert(options.locked.begin(), options.locked.end());
    const ParameterTable table(start.project.model);
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
    readTask(options, options.task.empty() ? before->task : options.task, start);
    try {
        if (const std::string reason = reasonAgainst(start.task, start.project.model); !reason.empty())
            throw ConfigError(reason);
        if (const std::string reason = reasonAgainst(start.project.model.interventions); !reason.empty())
            throw ConfigError(reason);
        const bool goesOn = before && before->task == start.task.name;
        const TrainingOptions training = goesOn ? before->options : start.task.options;
        start.project = preparedProject(start.project, start.task, training);
        const std::string data = start.project.task->data;
        start.record = goesOn ? *before : *start.project.task;
        start.record.data = data;
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.model.subject(), error.what());
    }
    setOptions(options, start.task, start);
    return start;
}

} // namespace regard

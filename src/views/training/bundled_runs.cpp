#include "views/training/bundled_runs.h"

#include <map>
#include <optional>

#include "io/project/examples.h"
#include "training/run/training_record.h"
#include "training/tasks/task_table.h"
#include "views/training/training_data.h"

namespace regard {

namespace {

std::vector<BundledRun> foundRuns(const std::string &name)
{
    std::vector<BundledRun> runs;
    const std::optional<Task> task = findTask(name);
    for (const ExampleEntry &example : examples()) {
        if (!task || exampleJson(example.name).find("\"" + name + "\"") == std::string::npos)
            continue; // it cannot be of the task, and reading it takes a moment
        const Project project = readExample(example.name);
        const TaskVariant *variant = variantLike(*task, project.model.config);
        if (variant && project.task && project.task->task == name && project.task->step > 0)
            runs.push_back({example.name, variant->name});
    }
    return runs;
}

} // namespace

const std::vector<BundledRun> &bundledRuns(const std::string &task)
{
    static std::map<std::string, std::vector<BundledRun>> found;
    const auto known = found.find(task);
    return known != found.end() ? known->second : found.emplace(task, foundRuns(task)).first->second;
}

} // namespace regard

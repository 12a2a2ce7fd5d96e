#include "training/tasks/task_table.h"

#include <utility>

#include "training/tasks/addition_task.h"
#include "training/tasks/it_task.h"
#include "training/tasks/repeated_task.h"
#include "training/tasks/sequence_tasks.h"

namespace regard {

std::vector<Task> tasks()
{
    return {itTask(), repeatedTask(), reverseTask(), copyTask(), sortTask(), additionTask()};
}

std::optional<Task> findTask(const std::string &name)
{
    for (Task &task : tasks())
        if (task.name == name)
            return std::move(task);
    return std::nullopt;
}

Model modelFor(const Task &task, std::uint64_t seed)
{
    ModelConfig config = task.model;
    config.seed = seed;
    return buildModel(config, {}, {}, task.vocabulary);
}

} // namespace regard

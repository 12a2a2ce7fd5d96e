#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "training/tasks/task.h"

namespace regard {

/// Every task, in the order in which they are offered, with texts in the language that is set now.
std::vector<Task> tasks();

/// Nothing where there is none of that name.
std::optional<Task> findTask(const std::string &name);

/// The model that the task wants, with weights drawn from that seed.
Model modelFor(const Task &task, std::uint64_t seed);

} // namespace regard

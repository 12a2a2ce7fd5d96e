#pragma once

#include "training/tasks/task.h"

namespace regard {

/// Tokens that are said twice.
Task repeatedTask();

} // namespace regard

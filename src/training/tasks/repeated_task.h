#pragma once

#include "training/tasks/task.h"

namespace regard {

/// The task of tokens that are said twice.
Task repeatedTask();

} // namespace regard

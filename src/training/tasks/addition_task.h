#pragma once

#include "training/tasks/task.h"

namespace regard {

/// Sums of two numbers of two digits, by characters.
Task additionTask();

} // namespace regard

#pragma once

#include "training/tasks/task.h"

namespace regard {

/// From a row of letters to another: its reverse, itself, or its letters in alphabetical order.
Task reverseTask();
Task copyTask();
Task sortTask();

} // namespace regard

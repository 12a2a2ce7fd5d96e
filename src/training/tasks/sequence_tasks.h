#pragma once

#include "training/tasks/task.h"

namespace regard {

/// Each turns a row of letters into another: its reverse, itself, or its letters in alphabetical order.
Task reverseTask();
Task copyTask();
Task sortTask();

/// The reverse of rows that are up to five times as long: accuracy is a matter of length.
Task longReverseTask();

} // namespace regard

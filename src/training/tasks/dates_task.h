#pragma once

#include "training/tasks/task.h"

namespace regard {

/// From a date in one of a dozen ways to year-month-day, by characters.
Task datesTask();

} // namespace regard

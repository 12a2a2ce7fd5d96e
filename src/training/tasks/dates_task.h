#pragma once

#include "training/tasks/task.h"

namespace regard {

/// Turns a date in one of a dozen ways into year-month-day, by characters.
Task datesTask();

} // namespace regard

#pragma once

#include "training/tasks/task.h"

namespace regard {

/// Which noun a pronoun means: sentences of the first example's form.
Task itTask();

} // namespace regard

#pragma once

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

/// The heads side by side, times W_O where the model has one, and what replaces the attention's output where it is
/// switched off.
Step joinStep(const StepContext &context);

} // namespace regard

#pragma once

#include "figures/steps/step_data.h"
#include "views/step_parts/step_context.h"

namespace regard {

/// The heads side by side, times W_O where the model has one, and what replaces the attention's output where it is
/// switched off.
Step joinStep(const StepContext &context);

} // namespace regard

#pragma once

#include "figures/steps/step_data.h"
#include "views/steps/step_context.h"

namespace regard {

/// The heads side by side, times W_O where the model has one, and what is put in the attention's place where it is
/// switched off.
Step joinStep(const StepContext &context);

} // namespace regard

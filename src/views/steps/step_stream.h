#pragma once

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

// The stages of the query's row after its attention.

/// Residual and norm after the attention. The model must have one of them.
Step addNormStep(const StepContext &context);

/// The feed-forward of the layer, with its residual and norm. The model must have one.
Step feedForwardStep(const StepContext &context);

} // namespace regard

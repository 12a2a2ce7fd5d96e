#pragma once

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

// The stages from the rows that the attention reads to the score of the pair.

/// q of the query, k and v of the key: x · W_Q, x · W_K, x · W_V.
Step projectStep(const StepContext &context);
/// q · k, or w_a · tanh(q + k), and the scores of every key.
Step scoreStep(const StepContext &context);
/// ÷ √d_key, where the model scales.
Step scaleStep(const StepContext &context);
/// What is forbidden, and why. The attention must have a mask or padding.
Step maskStep(const StepContext &context);

} // namespace regard

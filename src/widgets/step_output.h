#pragma once

#include "figures/step_data.h"
#include "widgets/step_context.h"

namespace regard {

/// The next token's probabilities: linear and softmax. The trace must have logits; the attention is the decoder's.
Step outputStep(const StepContext &context);

} // namespace regard

#pragma once

#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

/// The next token's probabilities, or of a masked language model those of the token itself: linear and softmax. The
/// model must have an output layer, and the attention must be of the stack that it reads.
Step outputStep(const StepPass &context);

/// The stage's title and heading without numbers, for when other stages are shown: a row of 50,000 logits takes a
/// while.
Step outputStepAlone(const StepPass &context);

} // namespace regard

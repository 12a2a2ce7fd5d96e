#pragma once

#include <vector>

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

/// tanh([s; c] W_c + b_c) of a recurrent decoder: the state after the step and the context, from which the output layer
/// reads. The attention in view must be its cross-attention.
Step combineStep(const StepContext &context);

/// The matrix form of the step.
std::vector<StepLine> combineLines(const StepContext &context);

} // namespace regard

#pragma once

#include <vector>

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

// The matrix form of the stages after the attention, rows as tokens: step_matrices.h transposes them.

std::vector<StepLine> addNormLines(const StepContext &context);
/// The model must have a feed-forward.
std::vector<StepLine> feedForwardLines(const StepContext &context);

} // namespace regard

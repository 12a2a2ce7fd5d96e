#pragma once

#include <vector>

#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

/// The matrix form of the output stage: what a masked language model transforms first, x · W (+ b), and the softmax. A
/// vocabulary of tens of thousands shows only the words that have a bar, and only the query's row.
std::vector<StepLine> outputLines(const StepPass &context);

} // namespace regard

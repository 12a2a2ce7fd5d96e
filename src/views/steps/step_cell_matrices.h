#pragma once

#include <vector>

#include "views/steps/cell_context.h"
#include "views/steps/step_data.h"

namespace regard {

/// The matrix form of a cell's stage: what the gates read of all words at once, and the state's part, which has to wait
/// for the step before it, a row of one step. None of a token that is masked out.
std::vector<StepLine> cellLines(const CellContext &context, StepKind kind);

} // namespace regard

#pragma once

#include <vector>

#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

/// The matrix form of the first stage, rows as tokens: step_matrices.h transposes them.
std::vector<StepLine> embedLines(const StepPass &pass);

} // namespace regard

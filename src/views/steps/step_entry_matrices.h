#pragma once

#include <vector>

#include "figures/steps/step_data.h"
#include "views/step_parts/step_pass.h"

namespace regard {

/// The matrix form of the first stage, rows as tokens: step_matrices.h transposes them.
std::vector<StepLine> embedLines(const StepPass &pass);

} // namespace regard

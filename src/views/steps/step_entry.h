#pragma once

#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

/// How the query's token becomes its row of X: scaled, its position added, normed, where the model does each.
/// A one-hot position is appended to the token's row and multiplied by [I; W_P], which is the same sum.
Step embedStep(const StepPass &context);

} // namespace regard

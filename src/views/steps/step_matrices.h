#pragma once

#include <vector>

#include "views/steps/step_data.h"
#include "views/steps/step_subject.h"

namespace regard {

/// Gives stages their matrix form: X · W_Q = Q, Q · Kᵀ = A, … as whole matrices with the query's row and the key's or
/// component's column marked; where tokens are columns W_Q · I = Q, Kᵀ · Q = A. "By hand" all weights are rounded, with
/// the exact ones beside. `only` is the position of the one stage that gets it, −1: all do. The stages must be those
/// that the model has.
void addStepMatrices(const StepSubject &subject, int only, std::vector<Step> &steps);

} // namespace regard

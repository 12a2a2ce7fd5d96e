#pragma once

#include <vector>

#include "figures/steps/step_data.h"
#include "views/step_parts/cell_context.h"

namespace regard {

/// Where a recurrent decoder begins; the model must have a first state.
Step firstStateStep(const CellContext &context);

/// The stages of one step of a chain: gates, candidate and new state of a gru, of an rnn the new state alone. At a
/// token that is masked out they say that the state stays.
std::vector<Step> cellSteps(const CellContext &context);

} // namespace regard

#pragma once

#include <vector>

#include "views/steps/cell_context.h"
#include "views/steps/step_data.h"

namespace regard {

/// The steps of a recurrent decoder's first state, a stage for each part of it; the model must have one.
std::vector<Step> firstStateSteps(const CellContext &context);

/// The stages of one step of a chain: gates, candidate and new state of a gru; of an lstm also the cell state; of an
/// rnn the new state alone. At a token that is masked out they say that the state stays.
std::vector<Step> cellSteps(const CellContext &context);

} // namespace regard

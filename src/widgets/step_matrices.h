#pragma once

#include <vector>

#include "engine/attention_place.h"
#include "engine/model.h"
#include "engine/trace.h"
#include "figures/step_data.h"

namespace regard {

/// The pair of tokens that the steps explain.
struct StepPlace {
    AttentionPlace place;
    int head = 0;
    int query = 0;
    int key = 0;
};

/// Gives stages their matrix form: I · W_Q = Q, Q · Kᵀ = A, … as whole matrices with the query's row and the key's or
/// component's column marked. Rows are tokens. `only` is the position of the one stage that gets it, −1: all do.
/// The stages must be those that the model has; `component` as StepChoice says.
void addStepMatrices(const Model &model, const Trace &trace, const StepPlace &at, int component, int only,
                     std::vector<Step> &steps);

} // namespace regard

#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// The row of `token_type` that a token gets, from 0.
int typeOf(const SideTrace &side, int token);

/// The row of `token_type` that is added to each of n tokens, n × d_model; types empty: 0 for all. Empty where the
/// model has no token types. Devlin et al. 2019, figure 2, whose "segment embeddings" these are.
Matrix typeRows(const Model &model, const std::vector<int> &types, int n);

} // namespace regard

#pragma once

#include "engine/analysis/jacobian.h"
#include "engine/functions/norm.h"
#include "engine/model/model.h"
#include "engine/model/stack.h"

namespace regard {

/// Takes the derivative by the norm of a row x, 1 × d, to that by x.
Jacobian throughNorm(const Matrix &x, const NormRule &rule, const Jacobian &of);

/// Takes the derivative by a row of a feed-forward's output, before residual and norm, to that by the row that it
/// reads, 1 × d_model.
Jacobian throughFeedForward(const Model &model, Stack stack, int layer, const Matrix &read, const Jacobian &of);

} // namespace regard

#pragma once

#include <memory>
#include <vector>

#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

/// The activation of input · w_1 + b_1: n × d_ff from n × d_model.
Matrix feedForwardHidden(const Model &model, Stack stack, int layer, const Matrix &input);

/// One feed-forward sublayer with its residual and norm over the stream x, n × d_model:
/// activation(x · w_1 + b_1) · w_2 + b_2. Vaswani et al. 2017, equation 2. masked are the stack's masked positions.
/// Throws InputError where numbers leave float32.
std::shared_ptr<const FeedForwardTrace> runFeedForward(const Model &model, Stack stack, int layer, const Matrix &x,
                                                       const std::vector<int> &masked);

} // namespace regard

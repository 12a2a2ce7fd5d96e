#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What w_2 multiplies, n × d_ff from n × d_model: activation(input · w_1 + b_1), times feedForwardGate() component by
/// component where the model gates. Shazeer 2020, equation 6, with biases where the model has them.
Matrix feedForwardHidden(const Model &model, Stack stack, int layer, const Matrix &input);

/// input · w_3 + b_3, n × d_ff, of a gated model.
Matrix feedForwardGate(const Model &model, Stack stack, int layer, const Matrix &input);

/// One feed-forward sublayer with its residual and norm over the stream x, n × d_model, made of the stream `read`:
/// hidden · w_2 + b_2 with the hidden numbers of feedForwardHidden(). Vaswani et al. 2017, equation 2. masked are the
/// stack's masked positions, tokens its texts. Throws InputError where numbers leave float32.
std::shared_ptr<const FeedForwardTrace> runFeedForward(const Model &model, Stack stack, int layer, const Matrix &x,
                                                       const Matrix &read, const std::vector<int> &masked,
                                                       const std::vector<std::string> &tokens);

} // namespace regard

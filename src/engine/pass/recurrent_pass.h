#pragma once

#include <atomic>

#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// An earlier pass; null: none.
struct EarlierPass {
    const Model *model = nullptr;
    const Trace *trace = nullptr;
};

/// Runs the layers of a recurrent stack, whose sentence the trace has (and, of a decoder, its encoder's output): fills
/// the stack's layers, and of a decoder firstState, asking and, where its cells read a context (Bahdanau), the block of
/// its cross-attention. What no change reached is taken over, of a chain from its first step on. False where it was
/// cancelled. Throws InputError where numbers leave float32, or where a mean is to stand in place of what a later step
/// would still compute.
bool runRecurrent(const Model &model, Stack stack, Trace &trace, const EarlierPass &earlier,
                  const std::atomic<bool> *cancelled);

/// What each part of a recurrent decoder's first state is made of, 1 × d_model: of a recurrent encoder's last layer the
/// last states, or the last cell states; of an encoder of attentions the mean of its rows that are not masked out
/// (zeros where all are).
std::vector<Matrix> encoderSummaries(const Model &model, const Trace &trace);

/// tanh([s; c] W_c + b_c), n × d_model: what the output layer reads of the top layer's states and the context.
Matrix combinedStates(const Model &model, const Matrix &states, const Matrix &context);

/// Whether everything that a recurrent stack computes from the same sentence stays: cells, weights, masks, states put
/// to zero and, of a decoder, first state and attention. sameKeys: its encoder's output is the same.
bool sameRecurrentStack(const Model &model, const Model &previous, Stack stack, bool sameMasks, bool sameKeys);

/// About how many multiplications the stack's layers take, the attention of a decoder's steps included where they are
/// computed between them.
double recurrentCost(const ModelConfig &config, Stack stack, double tokens, double keys);

} // namespace regard

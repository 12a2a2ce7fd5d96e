#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/attention.h"
#include "engine/attention_place.h"
#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

/// How a head of a block attends; maskedKeys are the positions among its keys that no query may attend to.
AttentionRule ruleOf(const Model &model, const AttentionPlace &place, int head, const std::vector<int> &maskedKeys);

/// Positions from 0 that are masked, among those who ask and among what they ask.
struct AttentionMasks {
    const std::vector<int> &queries;
    const std::vector<int> &keys;
};

/// One attention with its residual and norm. x is the stream that asks, n × d_model; keys what is attended to,
/// m × d_model: null in a self-attention, which attends to what it asks with. Null where it was cancelled.
/// Throws InputError where numbers leave float32.
std::shared_ptr<const BlockTrace> runAttention(const Model &model, const AttentionPlace &place, const Matrix &x,
                                               const Matrix *keys, const AttentionMasks &masks,
                                               const std::atomic<bool> *cancelled);

} // namespace regard

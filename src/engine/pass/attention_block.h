#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/attention.h"
#include "engine/pass/sublayer_reuse.h"
#include "engine/pass/trace.h"

namespace regard {

/// How a head of a block attends; maskedKeys are the positions among its keys that no query may attend to.
AttentionRule ruleOf(const Model &model, const AttentionPlace &place, int head, const std::vector<int> &maskedKeys);

/// Positions from 0 that are masked, among the queries and among the keys.
struct AttentionMasks {
    const std::vector<int> &queries;
    const std::vector<int> &keys;
    const std::vector<std::string> &tokens; ///< texts of the queries
};

/// The parts of an attention known from an earlier pass; null: none.
struct KeptAttention {
    const BlockTrace *block = nullptr;
    const SublayerReuse *reuse = nullptr;
};

/// One attention with its residual and norm. x is the stream of the queries, n × d_model; keys what is attended to, m ×
/// d_model: null in a self-attention, whose keys are its queries' rows. Everything unchanged in `kept` is reused, whole
/// heads as the same objects. Null where it was cancelled. Throws InputError where numbers leave float32.
std::shared_ptr<const BlockTrace> runAttention(const Model &model, const AttentionPlace &place, const Matrix &x,
                                               const Matrix *keys, const AttentionMasks &masks,
                                               const std::atomic<bool> *cancelled, const KeptAttention &kept = {});

} // namespace regard

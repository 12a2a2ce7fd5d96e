#pragma once

#include <memory>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/attention.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/trace.h"

namespace regard {

/// Throws InputError where a mean is to stand in place of what that attention gives: each of its queries reads what the
/// ones before it gave, so there is no mean yet.
void checkStepAttention(const Model &model, const AttentionPlace &place);

/// A cross-attention whose queries come one after the other, because each reads what the one before it gave: Bahdanau
/// et al. 2015. Its numbers are those of runAttention() over the same queries, without residual and norm.
class StepAttention {
public:
    /// keys is m × d_model, of which n queries will ask. Throws InputError where numbers leave float32, or where a mean
    /// is to stand in place of an output.
    StepAttention(const Model &model, const AttentionPlace &place, const Matrix &keys, Eigen::Index n,
                  const AttentionMasks &masks);

    /// The first rows of an earlier block with the same keys and weights.
    void keep(const BlockTrace &before, Eigen::Index rows);
    /// The context that the query of that row gets: 1 × d_model, or heads · d_value without output projection.
    Matrix ask(Eigen::Index row, const Matrix &state);
    std::shared_ptr<const BlockTrace> finish();

private:
    const Model &m_model;
    AttentionPlace m_place;
    std::vector<AttentionRule> m_rules;
    std::vector<HeadTrace> m_heads;
    std::vector<Matrix> m_keys; ///< of each head transposed, d_key × m
    std::shared_ptr<BlockTrace> m_block;
};

} // namespace regard

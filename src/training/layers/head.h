#pragma once

#include <vector>

#include "engine/model/model_config.h"
#include "training/base/rows.h"

namespace regard {

/// How one head compares queries with keys.
template <typename Number>
struct HeadRule {
    Score score = Score::ScaledDot;
    const Number *additive = nullptr; ///< 1 × d_key, its row of w_a; null where the score has none
    const Number *general = nullptr;  ///< d_key × d_key, its columns of w_g; null where the score has none
    Eigen::Index generalStride = 0;   ///< between their rows
    Number factor = 1;                ///< of the scores before the softmax: 1 ÷ √d_key where scaled, ÷ temperature
    Number temperature = 1;           ///< what the scaled scores are divided by in that factor
    Number cap = 0;                   ///< of scaled scores, as ScoreRule has it; 0: none
    Number slope = 0;                 ///< by which a distance lowers scaled scores (ScoreBias::Alibi)
    const Number *buckets = nullptr;  ///< what scoreBucket() of a distance adds to them; null: nothing
    Eigen::Index bucketStride = 0;    ///< from one bucket's number to the next
    const Number *sink = nullptr;     ///< a score that takes weight and has no key; null: there is none
    bool isCausal = false;
    int window = 0;                           ///< of MaskRule
    bool isUniform = false;                   ///< attends equally to every key that is allowed
    const std::vector<int> *masked = nullptr; ///< positions of keys that none may attend to, from 0; null: none
};

/// weights = softmax(masked scores · factor), n × m, its rows one after the other; q is n × d_key, k m × d_key. Scaled
/// scores are capped, then biased, as the rule says. A query without an allowed key gets zeros.
template <typename Number>
void headForward(ConstView<Number> q, ConstView<Number> k, const HeadRule<Number> &rule, RowsView<Number> weights);

/// The places to which the derivatives of a head's sink and of the numbers of its buckets, at the rule's stride, are
/// added; null: nothing is.
template <typename Number>
struct SoftmaxGradient {
    Number *sink = nullptr;
    Number *buckets = nullptr;
};

/// d, n × m: in, the loss's derivative by the weights that headForward() gave; out, by the scores before masks, cap and
/// factor.
template <typename Number>
void softmaxBackward(ConstView<Number> q, ConstView<Number> k, ConstView<Number> weights, const HeadRule<Number> &rule,
                     RowsView<Number> d, SoftmaxGradient<Number> gradient);

/// The places to which the derivatives of a head's queries, n × d_key, keys, m × d_key, w_a, 1 × d_key, and w_g, d_key
/// × d_key at the rule's stride, are added.
template <typename Number>
struct HeadGradient {
    RowsView<Number> q;
    RowsView<Number> k;
    Number *additive = nullptr;
    Number *general = nullptr;
};

/// Adds what the derivative by the scores, n × m, means for queries, keys, w_a and w_g.
template <typename Number>
void scoreBackward(ConstView<Number> q, ConstView<Number> k, const HeadRule<Number> &rule, ConstView<Number> dScores,
                   HeadGradient<Number> gradient);

} // namespace regard

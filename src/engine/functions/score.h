#pragma once

#include "engine/base/matrix.h"
#include "engine/base/tangent.h"
#include "engine/model/model_config.h"

namespace regard {

/// How a head compares queries with keys. All that distinguishes one score function from another is in this file, in
/// hasScoreRow() and hasScoreMatrix() (engine/model/weight_shapes.h) and in the names that users see; none of its
/// switches has a default, so that the compiler names each place that a new one has to be added to.
struct ScoreRule {
    Score score = Score::ScaledDot;
    float scale = 0;   ///< what scores are multiplied by; 0: 1 ÷ √d_key where the score is scaled
    float cap = 0;     ///< scaled scores become cap · tanh(score ÷ cap); 0: they stay
    Matrix additive{}; ///< 1 × d_key, the head's row of w_a where hasScoreRow(score), else empty
    Matrix general{};  ///< d_key × d_key, the head's columns of w_g where hasScoreMatrix(score), else empty
};

/// Cost of exp and tanh in multiplications, roughly.
inline constexpr double functionCost = 8;

/// Multiplications of one query's score with one key, roughly, and of its derivative.
double scoreCost(Score score, int dKey);
double scoreTangentCost(Score score, int dKey);

/// Whether scores are divided by √d_key.
bool isScaled(Score score);

/// Numbers x become cap · tanh(x ÷ cap), which lies between −cap and cap. A cap of 0 leaves them.
template <typename Values>
void softCap(Eigen::ArrayBase<Values> &&values, typename Values::Scalar cap)
{
    if (cap > 0)
        values = (values / cap).tanh() * cap;
}

/// What is multiplied with the keys: q W_g of a general score, n × d_key; q itself of the others.
Matrix effectiveQueries(const Matrix &q, const ScoreRule &rule);

/// Whether a model's scores are scaled, capped or biased, and whether by √d_key: it may say what they are multiplied by
/// instead.
bool scalesScores(const ModelConfig &config);
bool isDividedByRoot(const ModelConfig &config);

/// What scores are divided by: 1 where they are not scaled.
float scoreDivisor(const ScoreRule &rule, Eigen::Index dKey);
float scoreDivisor(const ModelConfig &config);

/// The place for scores of consecutive queries: all of a matrix's columns, or some of its rows.
using ScoreRows = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

/// The scores, not yet scaled, of the queries from `first` on, as many as `scores` has rows, with the first `allowed`
/// keys; the other columns may hold anything. On the calling thread. q is n × d_key, keys d_key × m, scores has m
/// columns. Used by both the pass and the pictures of scores.
void scoreQueries(const Matrix &q, Eigen::Index first, const Matrix &keys, const ScoreRule &rule, Eigen::Index allowed,
                  ScoreRows scores);

/// The tangents of a head's queries, keys, w_a and w_g: n × d_key, m × d_key, 1 × d_key, d_key × d_key.
struct ScoreTangents {
    Tangent q;
    Tangent k;
    Tangent additive{};
    Tangent general{};
};

/// The tangent of the scores of a head with these q, n × d_key, and k, m × d_key: n × m, before scaling and mask. In
/// additive scores, only those components of q and k that move cost anything.
Tangent scoreTangent(const Matrix &q, const Matrix &k, const ScoreRule &rule, const ScoreTangents &moved);

} // namespace regard

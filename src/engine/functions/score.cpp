#include "engine/functions/score.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/kernels/product.h"
#include "engine/kernels/product_kernel.h"
#include "engine/kernels/softmax_kernel.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

void dotQueries(const Matrix &q, Eigen::Index first, const Matrix &keys, Eigen::Index allowed, ScoreRows scores)
{
    ProductParts parts;
    parts.a = q.row(first).data();
    parts.aStride = parts.inner = std::size_t(q.cols());
    parts.b = keys.data();
    parts.bStride = std::size_t(keys.cols());
    parts.c = scores.data();
    parts.cStride = std::size_t(scores.outerStride());
    parts.rows = std::size_t(scores.rows());
    parts.columns = std::size_t(allowed);
    multiply(parts);
}

Tangent dotTangent(const Matrix &q, const Matrix &k, const ScoreTangents &moved)
{
    Tangent scores;
    if (!isStill(moved.q))
        accumulate(scores, productTransposed(moved.q, k));
    if (!isStill(moved.k))
        accumulate(scores, productTransposed(q, moved.k));
    return scores;
}

/// Returns the tangent of (q W_g) · k.
Tangent generalTangent(const Matrix &q, const Matrix &k, const ScoreRule &rule, const ScoreTangents &moved)
{
    Tangent asked;
    if (!isStill(moved.q))
        asked = product(moved.q, rule.general);
    if (!isStill(moved.general))
        accumulate(asked, product(q, moved.general));
    return dotTangent(effectiveQueries(q, rule), k, {std::move(asked), moved.k});
}

bool movesIn(const Tangent &tangent, Eigen::Index column)
{
    return !isStill(tangent) && (tangent.col(column).array() != 0.0F).any();
}

/// Σ over components c of w_a(c) · (1 − t²) · (dq + dk) + dw_a(c) · t with t = tanh(q + k).
Tangent additiveTangent(const Matrix &q, const Matrix &k, const Matrix &additive, const ScoreTangents &moved)
{
    Tangent scores;
    for (Eigen::Index c = 0; c < q.cols(); ++c) {
        const bool movesQ = movesIn(moved.q, c);
        const bool movesK = movesIn(moved.k, c);
        const bool movesWeight = movesIn(moved.additive, c);
        if (!movesQ && !movesK && !movesWeight)
            continue;
        Matrix tanh(q.rows(), k.rows()); // n × m
        for (Eigen::Index i = 0; i < tanh.rows(); ++i)
            tanh.row(i).array() = (k.col(c).transpose().array() + q(i, c)).tanh();
        Matrix sum = Matrix::Zero(tanh.rows(), tanh.cols());
        if (movesQ)
            sum.colwise() += moved.q.col(c);
        if (movesK)
            sum.rowwise() += moved.k.col(c).transpose();
        sum.array() *= additive(0, c) * (1.0F - tanh.array().square());
        if (movesWeight)
            sum += moved.additive(0, c) * tanh;
        accumulate(scores, std::move(sum));
    }
    return scores;
}

} // namespace

Matrix effectiveQueries(const Matrix &q, const ScoreRule &rule)
{
    return hasScoreMatrix(rule.score) ? product(q, rule.general) : q;
}

double scoreCost(Score score, int dKey)
{
    switch (score) {
    case Score::Dot:
    case Score::ScaledDot:
        return dKey;
    case Score::General:
        return dKey * 2.0;
    case Score::Additive:
        break;
    }
    return dKey * (1 + functionCost);
}

double scoreTangentCost(Score score, int dKey)
{
    switch (score) {
    case Score::Dot:
    case Score::ScaledDot:
        return dKey * 2.0;
    case Score::General:
        return dKey * 4.0;
    case Score::Additive:
        break;
    }
    return dKey * (1 + functionCost);
}

bool isScaled(Score score)
{
    switch (score) {
    case Score::ScaledDot:
        return true;
    case Score::Dot:
    case Score::Additive:
    case Score::General:
        break;
    }
    return false;
}

bool scalesScores(const ModelConfig &config)
{
    return isScaled(config.score) || config.scoreScale > 0 || config.scaleByLayer || config.scoreCap > 0 ||
           config.scoreBias != ScoreBias::None;
}

bool isDividedByRoot(const ModelConfig &config)
{
    return isScaled(config.score) && config.scoreScale == 0;
}

float scoreDivisor(const ScoreRule &rule, Eigen::Index dKey)
{
    if (rule.scale > 0)
        return 1.0F / rule.scale;
    return isScaled(rule.score) ? std::sqrt(float(dKey)) : 1.0F;
}

float scoreDivisor(const ModelConfig &config)
{
    return scoreDivisor({config.score, float(config.scoreScale)}, config.dKey);
}

void scoreQueries(const Matrix &q, Eigen::Index first, const Matrix &keys, const ScoreRule &rule, Eigen::Index allowed,
                  ScoreRows scores)
{
    switch (rule.score) {
    case Score::Dot:
    case Score::ScaledDot:
        dotQueries(q, first, keys, allowed, scores);
        break;
    case Score::Additive:
        additiveScores({q.row(first).data(), keys.data(), rule.additive.data(), scores.data(),
                        std::size_t(scores.rows()), std::size_t(keys.cols()), std::size_t(q.cols())});
        break;
    case Score::General:
        dotQueries(effectiveQueries(q.middleRows(first, scores.rows()), rule), 0, keys, allowed, scores);
        break;
    }
}

Tangent scoreTangent(const Matrix &q, const Matrix &k, const ScoreRule &rule, const ScoreTangents &moved)
{
    switch (rule.score) {
    case Score::Dot:
    case Score::ScaledDot:
        return dotTangent(q, k, moved);
    case Score::General:
        return generalTangent(q, k, rule, moved);
    case Score::Additive:
        break;
    }
    return additiveTangent(q, k, rule.additive, moved);
}

} // namespace regard

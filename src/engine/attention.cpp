#include "engine/attention.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "engine/errors.h"
#include "engine/message.h"
#include "engine/product.h"
#include "engine/replaced_output.h"

namespace regard {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
/// Below e^−87 float32 leaves its normal numbers, and Eigen's exp no longer falls.
constexpr float smallestExponent = -87.0F;

void checkShapes(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    if (q.cols() != k.cols())
        throw ShapeError(Message::tr("queries have %1 columns, but keys %2; a score needs the same d_key of both",
                                     {std::to_string(q.cols()), std::to_string(k.cols())}));
    if (rule.score == Score::Additive && (rule.additive.rows() != 1 || rule.additive.cols() != q.cols()))
        throw ShapeError(Message::tr(
            "a head's w_a is %1 × %2, but d_key %3 needs 1 × %3",
            {std::to_string(rule.additive.rows()), std::to_string(rule.additive.cols()), std::to_string(q.cols())}));
    for (const int position : rule.maskedKeys)
        if (position < 0 || position >= k.rows())
            throw InputError(Message::tr("the masked position %1 lies outside the %2 tokens, which count from 0",
                                         {std::to_string(position), std::to_string(k.rows())}));
}

Matrix additiveScores(const Matrix &q, const Matrix &k, const Matrix &additive)
{
    Matrix scores(q.rows(), k.rows());
    Matrix bent(k.rows(), k.cols()); // tanh(q_i + k_j) for one query i
    for (Eigen::Index i = 0; i < q.rows(); ++i) {
        bent = (k.rowwise() + q.row(i)).array().tanh();
        scores.row(i).noalias() = additive.row(0) * bent.transpose();
    }
    return scores;
}

Matrix rawScores(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    return rule.score == Score::Additive ? additiveScores(q, k, rule.additive) : productTransposed(q, k); // n × m
}

void scaleScores(Matrix &scores, Eigen::Index dKey, Score score)
{
    if (score == Score::ScaledDot)
        scores.array() /= std::sqrt(static_cast<float>(dKey));
}

void maskScores(Matrix &scores, const AttentionRule &rule)
{
    if (rule.mask == Mask::Causal)
        for (Eigen::Index i = 0; i < scores.rows() && i + 1 < scores.cols(); ++i)
            scores.row(i).tail(scores.cols() - i - 1).setConstant(-infinity);
    for (const int position : rule.maskedKeys)
        scores.col(position).setConstant(-infinity);
}

/// softmax(masked scores ÷ temperature), or what stands in its place; n × m.
Matrix weightsOf(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    const bool isUniform = rule.replacement == Replacement::Uniform;
    Matrix weights = isUniform ? Matrix(Matrix::Zero(q.rows(), k.rows())) : rawScores(q, k, rule);
    scaleScores(weights, q.cols(), rule.score);
    maskScores(weights, rule);
    softmaxRows(weights, isUniform ? 1.0F : rule.temperature); // of equal scores: 1 / the keys that are allowed
    return weights;
}

} // namespace

HeadScores scoreHead(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    checkShapes(q, k, rule);
    HeadScores result;
    result.scores = rawScores(q, k, rule);
    result.scaled = result.scores;
    scaleScores(result.scaled, q.cols(), rule.score);
    result.masked = result.scaled;
    maskScores(result.masked, rule);
    return result;
}

void softmaxRows(Matrix &scores, float temperature)
{
    if (scores.cols() == 0)
        return;
    // Eigen computes exp by vector instructions only where it stands alone, hence a row of its own.
    Matrix exponentials(1, scores.cols());
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        auto row = scores.row(i).array();
        const float largest = row.maxCoeff();
        if (largest == -infinity) {
            row.setZero();
            continue;
        }
        if (largest == infinity) {
            // Scores beyond float32 outweigh all others and share the weight among themselves.
            row = (row == infinity).cast<float>();
        } else {
            row = (row - largest) / temperature; // shifted first, so that a quotient beyond float32 counts as 0
            exponentials.array() = row.exp();
            row = (row < smallestExponent).select(0.0F, exponentials.array());
        }
        row /= row.sum();
    }
}

HeadTrace attend(Matrix q, Matrix k, Matrix v, const AttentionRule &rule)
{
    checkShapes(q, k, rule);
    if (k.rows() != v.rows())
        throw ShapeError(Message::tr("there are %1 keys, but %2 values; each key needs one",
                                     {std::to_string(k.rows()), std::to_string(v.rows())}));
    HeadTrace head;
    head.weights = weightsOf(q, k, rule);
    head.output = product(head.weights, v); // n × d_value
    replaceOutput(head.output, rule.replacement ? &*rule.replacement : nullptr, rule.maskedQueries);
    head.q = std::move(q);
    head.k = std::move(k);
    head.v = std::move(v);
    return head;
}

} // namespace regard

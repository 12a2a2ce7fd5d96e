#include "engine/analysis/tangent.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "engine/kernels/product.h"

namespace regard {

namespace {

double slopeAt(double x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return x > 0 ? 1 : 0;
    case Activation::Gelu: {
        const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
        return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * density;
    }
    case Activation::GeluTanh: {
        const double scale = std::sqrt(2 / std::numbers::pi);
        const double bent = std::tanh(scale * (x + 0.044715 * x * x * x));
        return 0.5 * (1 + bent) + 0.5 * x * (1 - bent * bent) * scale * (1 + 3 * 0.044715 * x * x);
    }
    case Activation::Silu: {
        const double share = 1 / (1 + std::exp(-x));
        return share * (1 + x * (1 - share));
    }
    }
    return 0;
}

Tangent dotTangent(const HeadTrace &head, const ScoreTangents &moved)
{
    Tangent scores;
    if (!isStill(moved.q))
        accumulate(scores, productTransposed(moved.q, head.k));
    if (!isStill(moved.k))
        accumulate(scores, productTransposed(head.q, moved.k));
    return scores;
}

bool movesIn(const Tangent &tangent, Eigen::Index column)
{
    return !isStill(tangent) && (tangent.col(column).array() != 0.0F).any();
}

/// Σ over components c of w_a(c) · (1 − t²) · (dq + dk) + dw_a(c) · t with t = tanh(q + k).
Tangent additiveTangent(const HeadTrace &head, const Matrix &additive, const ScoreTangents &moved)
{
    Tangent scores;
    for (Eigen::Index c = 0; c < head.q.cols(); ++c) {
        const bool movesQ = movesIn(moved.q, c);
        const bool movesK = movesIn(moved.k, c);
        const bool movesWeight = movesIn(moved.additive, c);
        if (!movesQ && !movesK && !movesWeight)
            continue;
        Matrix bent(head.q.rows(), head.k.rows()); // n × m
        for (Eigen::Index i = 0; i < bent.rows(); ++i)
            bent.row(i).array() = (head.k.col(c).transpose().array() + head.q(i, c)).tanh();
        Matrix sum = Matrix::Zero(bent.rows(), bent.cols());
        if (movesQ)
            sum.colwise() += moved.q.col(c);
        if (movesK)
            sum.rowwise() += moved.k.col(c).transpose();
        sum.array() *= additive(0, c) * (1.0F - bent.array().square());
        if (movesWeight)
            sum += moved.additive(0, c) * bent;
        accumulate(scores, std::move(sum));
    }
    return scores;
}

} // namespace

bool isStill(const Tangent &tangent)
{
    return tangent.size() == 0;
}

void accumulate(Tangent &to, Tangent more)
{
    if (isStill(more))
        return;
    if (isStill(to))
        to = std::move(more);
    else
        to += more;
}

void accumulateColumn(Tangent &to, Eigen::Index columns, Eigen::Index column, const Matrix &numbers)
{
    if (isStill(to))
        to = Tangent::Zero(numbers.rows(), columns);
    to.col(column) += numbers.col(0);
}

Tangent layerNormTangent(const Matrix &x, const Tangent &moved, const Matrix &gain, double epsilon)
{
    Tangent normed(x.rows(), x.cols());
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        // In double for the same reason as the norm itself: means may be large beside what remains of them.
        const Eigen::ArrayXd centred = x.row(i).cast<double>().transpose().array() - x.row(i).cast<double>().mean();
        const double deviation = std::sqrt(centred.square().mean() + epsilon);
        const Eigen::ArrayXd standard = centred / deviation;
        const Eigen::ArrayXd change = moved.row(i).cast<double>().transpose().array();
        const Eigen::ArrayXd slope = (change - change.mean() - standard * (standard * change).mean()) / deviation;
        normed.row(i).array() = slope.cast<float>().transpose() * gain.row(0).array();
    }
    return normed;
}

Tangent rmsNormTangent(const Matrix &x, const Tangent &moved, const Matrix &gain, double epsilon)
{
    Tangent normed(x.rows(), x.cols());
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const Eigen::ArrayXd row = x.row(i).cast<double>().transpose().array();
        const double size = std::sqrt(row.square().mean() + epsilon);
        const Eigen::ArrayXd standard = row / size;
        const Eigen::ArrayXd change = moved.row(i).cast<double>().transpose().array();
        const Eigen::ArrayXd slope = (change - standard * (standard * change).mean()) / size;
        normed.row(i).array() = slope.cast<float>().transpose() * gain.row(0).array();
    }
    return normed;
}

Matrix activationSlope(const Matrix &x, Activation activation)
{
    return x.unaryExpr([activation](float value) { return static_cast<float>(slopeAt(value, activation)); });
}

Tangent scoreTangent(const HeadTrace &head, const AttentionRule &rule, const ScoreTangents &moved)
{
    return rule.score == Score::Additive ? additiveTangent(head, rule.additive, moved) : dotTangent(head, moved);
}

Tangent softmaxTangent(const Matrix &weights, const Tangent &scores)
{
    if (isStill(scores))
        return {};
    Tangent moved = Tangent::Zero(weights.rows(), weights.cols());
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        // Divided by the weights' sum, which is 1 only up to rounding: a row whose scores all move alike stays still.
        double mean = 0;
        double sum = 0;
        for (Eigen::Index j = 0; j < weights.cols(); ++j) {
            if (weights(i, j) == 0.0F)
                continue;
            mean += static_cast<double>(weights(i, j)) * static_cast<double>(scores(i, j));
            sum += static_cast<double>(weights(i, j));
        }
        mean /= sum > 0 ? sum : 1;
        for (Eigen::Index j = 0; j < weights.cols(); ++j)
            if (weights(i, j) != 0.0F)
                moved(i, j) = static_cast<float>(weights(i, j) * (static_cast<double>(scores(i, j)) - mean));
    }
    return moved;
}

} // namespace regard

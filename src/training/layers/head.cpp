#include "training/layers/head.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/functions/score.h"
#include "engine/functions/score_bias.h"
#include "engine/kernels/row_kernel.h"
#include "engine/kernels/softmax_kernel.h"
#include "training/base/products.h"

namespace regard {

namespace {

template <typename Number>
using RowOf = Eigen::Map<const Eigen::Matrix<Number, 1, Eigen::Dynamic>>;

/// tanh(q(i) + k(j)) for every key j, m × d_key.
template <typename Number>
ConstView<Number> tangentsOf(const ConstView<Number> &q, Eigen::Index i, const ConstView<Number> &k)
{
    thread_local Rows<Number> sums;
    sums.resize(k.rows(), k.cols());
    RowsView<Number> all = sums.all();
    all = k.rowwise() + q.row(i);
    if constexpr (std::is_same_v<Number, float>)
        hyperbolicTangents(all.data(), std::size_t(all.size()));
    else
        all = all.array().tanh();
    return std::as_const(sums).all();
}

/// Σ over c of w_a(c) · tanh(q(i, c) + k(j, c)). Bahdanau et al. 2015.
template <typename Number>
void additiveForward(const ConstView<Number> &q, const ConstView<Number> &k, const Number *w, RowsView<Number> &scores)
{
    const RowOf<Number> weights(w, q.cols());
    for (Eigen::Index i = 0; i < q.rows(); ++i) {
        const ConstView<Number> tangents = tangentsOf(q, i, k);
        for (Eigen::Index j = 0; j < k.rows(); ++j)
            scores(i, j) = tangents.row(j).dot(weights);
    }
}

template <typename Number>
void additiveBackward(const ConstView<Number> &q, const ConstView<Number> &k, const Number *w,
                      const ConstView<Number> &dScores, HeadGradient<Number> &gradient)
{
    const RowOf<Number> weights(w, q.cols());
    Eigen::Map<Eigen::Matrix<Number, 1, Eigen::Dynamic>> dWeights(gradient.additive, q.cols());
    thread_local Rows<Number> innerRow;
    innerRow.resize(1, q.cols());
    RowsView<Number> inner = innerRow.all();
    for (Eigen::Index i = 0; i < q.rows(); ++i) {
        const ConstView<Number> tangents = tangentsOf(q, i, k);
        for (Eigen::Index j = 0; j < k.rows(); ++j) {
            const Number d = dScores(i, j);
            if (d == Number(0))
                continue;
            inner = d * weights.array() * (1 - tangents.row(j).array().square());
            gradient.q.row(i) += inner.row(0);
            gradient.k.row(j) += inner.row(0);
            dWeights += d * tangents.row(j);
        }
    }
}

template <typename Number>
ConstView<Number> generalOf(const HeadRule<Number> &rule, Eigen::Index dKey)
{
    return {rule.general, dKey, dKey, Eigen::OuterStride<>(rule.generalStride)};
}

/// (q W_g) · kᵀ. Luong et al. 2015.
template <typename Number>
void generalForward(const ConstView<Number> &q, const ConstView<Number> &k, const HeadRule<Number> &rule,
                    RowsView<Number> &scores)
{
    thread_local Rows<Number> asked; // as q
    asked.resize(q.rows(), q.cols());
    multiplyInto(asked.all(), q, generalOf(rule, q.cols()));
    multiplyTransposedInto(scores, std::as_const(asked).all(), k);
}

template <typename Number>
void generalBackward(const ConstView<Number> &q, const ConstView<Number> &k, const HeadRule<Number> &rule,
                     const ConstView<Number> &dScores, HeadGradient<Number> &gradient)
{
    thread_local Rows<Number> asked; // as q
    thread_local Rows<Number> dAsked;
    thread_local Rows<Number> dQ;
    for (Rows<Number> *rows : {&asked, &dAsked, &dQ})
        rows->resize(q.rows(), q.cols());
    const ConstView<Number> general = generalOf(rule, q.cols());
    multiplyInto(asked.all(), q, general);
    multiplyInto(dAsked.all(), dScores, k);
    multiplyTransposedInto(dQ.all(), std::as_const(dAsked).all(), general);
    gradient.q += dQ.all();
    addTransposedProduct(gradient.k, dScores, std::as_const(asked).all());
    addTransposedProduct(
        RowsView<Number>(gradient.general, q.cols(), q.cols(), Eigen::OuterStride<>(rule.generalStride)), q,
        std::as_const(dAsked).all());
}

template <typename Number>
void softmaxOf(RowsView<Number> &weights, const HeadRule<Number> &rule, Number factor)
{
    if constexpr (std::is_same_v<Number, float>) {
        SoftmaxRows rows;
        rows.scores = weights.data();
        rows.stride = rows.columns = std::size_t(weights.cols());
        rows.rows = std::size_t(weights.rows());
        rows.scale = factor;
        if (rule.sink && !rule.isUniform)
            rows.sink = *rule.sink / rule.temperature;
        if (rule.isCausal)
            rows.firstAllowed = 1;
        softmax(rows);
    } else {
        for (Eigen::Index i = 0; i < weights.rows(); ++i) {
            const Eigen::Index allowed = rule.isCausal ? std::min(i + 1, weights.cols()) : weights.cols();
            auto row = weights.row(i).head(allowed).array();
            weights.row(i).tail(weights.cols() - allowed).setZero();
            Number largest = row.maxCoeff() * factor;
            if (std::isinf(largest)) {
                row.setZero();
                continue;
            }
            const bool hasSink = rule.sink && !rule.isUniform;
            const Number sink = hasSink ? *rule.sink / rule.temperature : largest;
            largest = std::max(largest, sink);
            row = (row * factor - largest).exp();
            row /= row.sum() + (hasSink ? std::exp(sink - largest) : Number(0));
        }
    }
}

/// The scores before scaling.
template <typename Number>
void scoresOf(const ConstView<Number> &q, const ConstView<Number> &k, const HeadRule<Number> &rule,
              RowsView<Number> &scores)
{
    switch (rule.score) {
    case Score::Dot:
    case Score::ScaledDot:
        multiplyTransposedInto(scores, q, k);
        break;
    case Score::Additive:
        additiveForward(q, k, rule.additive, scores);
        break;
    case Score::General:
        generalForward(q, k, rule, scores);
        break;
    }
}

template <typename Number>
Eigen::Index bucketAt(const HeadRule<Number> &rule, Eigen::Index query, Eigen::Index key)
{
    return scoreBucket(int(key - query)) * rule.bucketStride;
}

/// Turns scores into capped and biased ones, whose factor is then 1 ÷ temperature.
template <typename Number>
void finishScores(const HeadRule<Number> &rule, RowsView<Number> &scores)
{
    scores *= rule.factor * rule.temperature;
    softCap(scores.array(), rule.cap);
    for (Eigen::Index i = 0; i < scores.rows(); ++i)
        for (Eigen::Index j = 0; j < scores.cols(); ++j)
            scores(i, j) += rule.buckets ? rule.buckets[bucketAt(rule, i, j)] : -rule.slope * Number(std::abs(j - i));
}

} // namespace

template <typename Number>
void headForward(ConstView<Number> q, ConstView<Number> k, const HeadRule<Number> &rule, RowsView<Number> weights)
{
    Number factor = rule.isUniform ? Number(1) : rule.factor;
    if (rule.isUniform) {
        weights.setZero();
    } else {
        scoresOf(q, k, rule, weights);
        if (rule.cap > 0 || rule.slope != 0 || rule.buckets) {
            finishScores(rule, weights);
            factor = 1 / rule.temperature;
        }
    }
    if (rule.masked)
        for (const int position : *rule.masked)
            weights.col(position).setConstant(-std::numeric_limits<Number>::infinity());
    if (rule.window > 0)
        for (Eigen::Index i = 0; i < weights.rows(); ++i)
            for (Eigen::Index j = 0; j < weights.cols(); ++j)
                if (std::abs(i - j) >= rule.window)
                    weights(i, j) = -std::numeric_limits<Number>::infinity();
    softmaxOf(weights, rule, factor);
}

template <typename Number>
void softmaxBackward(ConstView<Number> q, ConstView<Number> k, ConstView<Number> weights, const HeadRule<Number> &rule,
                     RowsView<Number> d, SoftmaxGradient<Number> gradient)
{
    if (rule.isUniform) {
        d.setZero();
        return;
    }
    for (Eigen::Index i = 0; i < d.rows(); ++i) {
        const Number mean = (weights.row(i).array() * d.row(i).array()).sum();
        d.row(i).array() = weights.row(i).array() * (d.row(i).array() - mean) * rule.factor;
        if (gradient.sink) // its weight is what the row leaves of 1
            *gradient.sink -= (1 - weights.row(i).sum()) * mean / rule.temperature;
    }
    const Number scale = rule.factor * rule.temperature;
    for (Eigen::Index i = 0; gradient.buckets && i < d.rows(); ++i)
        for (Eigen::Index j = 0; j < d.cols(); ++j)
            gradient.buckets[bucketAt(rule, i, j)] += d(i, j) / scale;
    if (!(rule.cap > 0))
        return;
    thread_local Rows<Number> scores;
    scores.resize(d.rows(), d.cols());
    RowsView<Number> tangents = scores.all();
    scoresOf(q, k, rule, tangents);
    tangents = (tangents.array() * (scale / rule.cap)).tanh();
    d.array() *= 1 - tangents.array().square();
}

template <typename Number>
void scoreBackward(ConstView<Number> q, ConstView<Number> k, const HeadRule<Number> &rule, ConstView<Number> dScores,
                   HeadGradient<Number> gradient)
{
    switch (rule.score) {
    case Score::Dot:
    case Score::ScaledDot: {
        thread_local Rows<Number> product; // as q
        product.resize(q.rows(), q.cols());
        multiplyInto(product.all(), dScores, k);
        gradient.q += product.all();
        addTransposedProduct(gradient.k, dScores, q);
        break;
    }
    case Score::Additive:
        additiveBackward(q, k, rule.additive, dScores, gradient);
        break;
    case Score::General:
        generalBackward(q, k, rule, dScores, gradient);
        break;
    }
}

#define REGARD_HEAD(Number)                                                                                            \
    template void headForward(ConstView<Number>, ConstView<Number>, const HeadRule<Number> &, RowsView<Number>);       \
    template void softmaxBackward(ConstView<Number>, ConstView<Number>, ConstView<Number>, const HeadRule<Number> &,   \
                                  RowsView<Number>, SoftmaxGradient<Number>);                                          \
    template void scoreBackward(ConstView<Number>, ConstView<Number>, const HeadRule<Number> &, ConstView<Number>,     \
                                HeadGradient<Number>);
REGARD_HEAD(float)
REGARD_HEAD(double)
#undef REGARD_HEAD

} // namespace regard

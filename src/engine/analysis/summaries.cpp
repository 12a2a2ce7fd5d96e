#include "engine/analysis/summaries.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "engine/analysis/token_groups.h"
#include "engine/base/errors.h"
#include "engine/base/first_failure.h"
#include "engine/base/message.h"
#include "engine/kernels/product.h"

namespace regard {

namespace {

/// Position in Trace::blocks by name, because a trace does not know its model.
const BlockTrace &blockOf(const Trace &trace, Attention attention, int layer)
{
    const std::string name = blockName(attention, layer);
    for (const auto &block : trace.blocks)
        if (block->name == name)
            return *block;
    throw ShapeError(Message::tr("the trace has no block %1", {name}));
}

using Numbers = Eigen::Array<double, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Pairs of weights from which the pairs of heads are computed on several OpenMP threads.
constexpr double summariesParallelNumbers = 1 << 16;
/// Stands for 0 under a logarithm; every product with it is 0.
constexpr double tiny = 1e-300;

/// ½ Σ p · log2(p / m) + ½ Σ q · log2(q / m) with m = ½ (p + q): the Jensen–Shannon divergence of two rows.
double divergence(const Numbers &p, const Numbers &q)
{
    const Numbers sum = (p + q).max(tiny);
    const Numbers terms = p * (2 * p / sum).max(tiny).log() + q * (2 * q / sum).max(tiny).log();
    return std::max(0.0, terms.sum() / (2 * std::numbers::ln2)); // rounding may go below 0
}

double meanDistance(const Matrix &a, const Matrix &b)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        sum += std::sqrt(divergence(a.row(i).cast<double>().array(), b.row(i).cast<double>().array()));
    return a.rows() > 0 ? sum / double(a.rows()) : 0;
}

/// Multiplies the rollout by one layer more, n × n with rows that sum to 1 or are zeros; empty: it is the first.
void rolloutThrough(Matrix &rollout, Matrix step)
{
    step *= 0.5F;
    step.diagonal().array() += 0.5F;
    for (Eigen::Index i = 0; i < step.rows(); ++i)
        step.row(i) /= step.row(i).sum(); // a fully masked row is the token itself
    rollout = rollout.size() == 0 ? std::move(step) : product(step, rollout);
}

/// Throws ShapeError where they differ.
void checkSameSummarySize(const std::vector<const Matrix *> &matrices)
{
    for (const Matrix *matrix : matrices)
        if (matrix->rows() != matrices.front()->rows() || matrix->cols() != matrices.front()->cols())
            throw ShapeError(
                Message::tr("heads can be compared only where they attend over the same tokens, but one "
                            "has weights of %1 × %2 and the first of %3 × %4",
                            {std::to_string(matrix->rows()), std::to_string(matrix->cols()),
                             std::to_string(matrices.front()->rows()), std::to_string(matrices.front()->cols())}));
}

} // namespace

Matrix meanOverHeads(const BlockTrace &block)
{
    if (block.heads.empty())
        return {};
    Matrix mean = block.heads.shared(0)->weights;
    for (std::size_t head = 1; head < block.heads.size(); ++head)
        mean += block.heads.shared(head)->weights;
    return mean / float(block.heads.size());
}

Matrix maximumOverHeads(const BlockTrace &block)
{
    if (block.heads.empty())
        return {};
    Matrix largest = block.heads.shared(0)->weights;
    for (std::size_t head = 1; head < block.heads.size(); ++head)
        largest = largest.cwiseMax(block.heads.shared(head)->weights);
    return largest;
}

Matrix attentionRollout(const Trace &trace, Attention attention, int upToLayer)
{
    if (attention == Attention::Cross)
        throw ShapeError(
            Message::tr("attention rollout follows tokens through layers of self-attention; cross-attention has none"));
    if (upToLayer < 0)
        throw ShapeError(Message::tr("attention rollout needs a layer from 0 on, not %1", {std::to_string(upToLayer)}));
    Matrix rollout;
    for (int layer = 0; layer <= upToLayer; ++layer)
        rolloutThrough(rollout, meanOverHeads(blockOf(trace, attention, layer)));
    return rollout;
}

Matrix rolloutOf(const std::vector<Matrix> &layers)
{
    Matrix rollout;
    for (Matrix step : layers) {
        divideRows(step);
        rolloutThrough(rollout, std::move(step));
    }
    return rollout;
}

double headEntropy(const Matrix &weights)
{
    double sum = 0;
    int rows = 0;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        if (weights.row(i).isZero(0))
            continue;
        ++rows;
        const Numbers p = weights.row(i).cast<double>().array();
        sum -= (p * p.max(tiny).log()).sum();
    }
    return rows > 0 ? std::max(0.0, sum / rows) : 0; // never −0
}

Matrix headDistances(const std::vector<const Matrix *> &weights)
{
    checkSameSummarySize(weights);
    const auto count = int(weights.size());
    Matrix distances = Matrix::Zero(count, count);
    FirstFailure failure;
    [[maybe_unused]] const bool parallel =
        count > 1 && double(weights.front()->size()) * count * count >= summariesParallelNumbers;
#pragma omp parallel for schedule(dynamic) if (parallel)
    for (int a = 0; a < count; ++a)
        failure.run([&] {
            for (int b = a + 1; b < count; ++b)
                distances(a, b) = distances(b, a) =
                    float(meanDistance(*weights[std::size_t(a)], *weights[std::size_t(b)]));
        });
    failure.rethrow();
    return distances;
}

} // namespace regard

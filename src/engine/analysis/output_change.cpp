#include "engine/analysis/output_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "engine/analysis/next_token.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::string sizeText(const Matrix &matrix)
{
    return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

void checkSameSize(const Matrix &now, const Matrix &before)
{
    if (now.rows() != before.rows() || now.cols() != before.cols())
        throw ShapeError(Message::tr("an output of %1 cannot be compared with one of %2; both must have the same "
                                     "tokens and width",
                                     {sizeText(now), sizeText(before)}));
}

/// Computes in double: a float32 length of the difference of two nearly equal rows is mostly rounding.
VectorChange changeOf(const Eigen::RowVectorXd &now, const Eigen::RowVectorXd &before)
{
    const double length = now.norm();
    const double lengthBefore = before.norm();
    VectorChange change;
    if (lengthBefore > 0) {
        change.relative = (now - before).norm() / lengthBefore;
        change.ratio = length / lengthBefore;
    } else if (length > 0) {
        change.relative = change.ratio = infinite;
    }
    if (lengthBefore == 0 || length == 0) {
        change.degrees = std::numeric_limits<double>::quiet_NaN();
    } else if (change.relative > 0) {
        // Half the angle by the sides of the rhombus that the two directions span: exact for small angles, where the
        // inverse cosine is not. Kahan 2006, section 12.
        const Eigen::RowVectorXd a = now / length;
        const Eigen::RowVectorXd b = before / lengthBefore;
        change.degrees = 2 * std::atan2((a - b).norm(), (a + b).norm()) * 180 / std::numbers::pi;
    }
    return change;
}

} // namespace

std::vector<VectorChange> rowChanges(const Matrix &now, const Matrix &before)
{
    checkSameSize(now, before);
    std::vector<VectorChange> changes;
    changes.reserve(std::size_t(now.rows()));
    for (Eigen::Index row = 0; row < now.rows(); ++row)
        changes.push_back(changeOf(now.row(row).cast<double>(), before.row(row).cast<double>()));
    return changes;
}

std::vector<double> totalVariations(const Matrix &now, const Matrix &before)
{
    checkSameSize(now, before);
    std::vector<double> variations;
    variations.reserve(std::size_t(now.rows()));
    for (Eigen::Index row = 0; row < now.rows(); ++row) {
        const Matrix p = nextTokenProbabilities(now.row(row), 1, 0);
        const Matrix q = nextTokenProbabilities(before.row(row), 1, 0);
        variations.push_back((p.cast<double>() - q.cast<double>()).cwiseAbs().sum() / 2);
    }
    return variations;
}

std::vector<double> outputVariations(const Model &modelNow, const Trace &now, const Model &modelBefore,
                                     const Trace &before)
{
    std::vector<double> variations;
    const auto tokens = int(readOutStream(now).rows());
    const double words = std::max(1.0, double(now.vocabulary.size()));
    const int atOnce = std::max(1, int(maximumLogits / words));
    for (int first = 0; first < tokens; first += atOnce) {
        const int count = std::min(atOnce, tokens - first);
        const std::vector<double> some =
            totalVariations(logitsRows(modelNow, now, first, count), logitsRows(modelBefore, before, first, count));
        variations.insert(variations.end(), some.begin(), some.end());
    }
    return variations;
}

std::vector<ProbabilityChange> largestProbabilityChanges(const Matrix &now, const Matrix &before, int row, int count)
{
    checkSameSize(now, before);
    if (row < 0 || row >= now.rows())
        throw ShapeError(Message::tr("there is no row %1 in an output of %2; rows count from 0",
                                     {std::to_string(row), sizeText(now)}));
    const Matrix p = nextTokenProbabilities(now.row(row), 1, 0);
    const Matrix q = nextTokenProbabilities(before.row(row), 1, 0);
    std::vector<ProbabilityChange> changes;
    for (Eigen::Index column = 0; column < p.cols(); ++column)
        if (p(0, column) != q(0, column))
            changes.push_back({int(column), double(p(0, column)), double(q(0, column))});
    const auto shown = std::min(changes.size(), std::size_t(std::max(0, count)));
    std::partial_sort(changes.begin(), changes.begin() + std::ptrdiff_t(shown), changes.end(),
                      [](const ProbabilityChange &a, const ProbabilityChange &b) {
                          const double left = std::abs(a.change());
                          const double right = std::abs(b.change());
                          return left != right ? left > right : a.column < b.column;
                      });
    changes.resize(shown);
    return changes;
}

const Matrix &stackOutput(const Trace &trace, Stack stack)
{
    return stack == Stack::Encoder ? trace.encoderOutput : trace.decoderOutput;
}

Stack lastStack(const ModelConfig &config)
{
    return hasStack(config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
}

const Matrix &sublayerOutput(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    const auto layer = std::size_t(sublayer.layer);
    if (sublayer.kind == SublayerKind::FeedForward) {
        const auto &layers = sublayer.stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
        if (sublayer.layer >= 0 && layer < layers.size())
            return layers[layer]->output;
    } else {
        const int block = blockIndex(config, attentionOf(sublayer), sublayer.layer);
        if (block >= 0 && block < int(trace.blocks.size()))
            return trace.blocks[std::size_t(block)]->output;
    }
    throw ShapeError(Message::tr("the pass has no such sublayer in layer %1", {std::to_string(sublayer.layer + 1)}));
}

} // namespace regard

#include "engine/functions/norm_rows.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// Numbers from which rows are computed on several OpenMP threads.
constexpr Eigen::Index normRowsParallelNumbers = 1 << 14;

void checkRow(const std::string &what, const Matrix &row, const Matrix &x)
{
    if (row.rows() != 1 || row.cols() != x.cols())
        throw ShapeError(
            Message::tr("a norm's %1 is %2 × %3, but rows of %4 numbers need 1 × %4",
                        {what, std::to_string(row.rows()), std::to_string(row.cols()), std::to_string(x.cols())}));
}

} // namespace

Normed normOfRows(const Matrix &x, const Matrix *added, const NormRule &rule)
{
    checkRow("gain", rule.gain, x);
    if (rule.bias)
        checkRow("bias", *rule.bias, x);
    Normed result;
    result.numbers.resize(x.rows(), x.cols());
    bool isFinite = true;
    [[maybe_unused]] const bool parallel = x.size() >= normRowsParallelNumbers;
#pragma omp parallel for schedule(static) if (parallel) reduction(&& : isFinite)
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        NormRows row;
        row.x = x.row(i).data();
        row.added = added ? added->row(i).data() : nullptr;
        row.normed = result.numbers.row(i).data();
        row.rows = 1;
        row.columns = std::size_t(x.cols());
        row.gain = rule.gain.data();
        row.bias = rule.bias ? rule.bias->data() : nullptr;
        row.epsilon = rule.epsilon;
        row.kind = rule.kind;
        isFinite = normRows(row) && isFinite;
    }
    result.isFinite = isFinite;
    return result;
}

Tangent normTangent(const Matrix &x, const Tangent &moved, const NormRule &rule)
{
    Tangent normed(x.rows(), x.cols());
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        // The mean is taken in double for the same reason as the norm itself: it may be large compared with what
        // remains.
        const double mean = isCentred(rule.kind) ? x.row(i).cast<double>().mean() : 0;
        const Eigen::ArrayXd centred = x.row(i).cast<double>().transpose().array() - mean;
        const double deviation = std::sqrt(centred.square().mean() + rule.epsilon);
        const Eigen::ArrayXd standard = centred / deviation;
        const Eigen::ArrayXd change = moved.row(i).cast<double>().transpose().array();
        const double meanChange = isCentred(rule.kind) ? change.mean() : 0;
        const Eigen::ArrayXd slope = (change - meanChange - standard * (standard * change).mean()) / deviation;
        normed.row(i).array() = slope.cast<float>().transpose() * rule.gain.row(0).array();
    }
    return normed;
}

} // namespace regard

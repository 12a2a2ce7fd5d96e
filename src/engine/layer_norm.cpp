#include "engine/layer_norm.h"

#include <cmath>
#include <string>

#include "engine/errors.h"
#include "engine/message.h"

namespace regard {

namespace {

/// Numbers from which rows are shared out among OpenMP's threads.
constexpr Eigen::Index parallelNumbers = 1 << 18;

void checkRow(const std::string &what, const Matrix &row, const Matrix &x)
{
    if (row.rows() != 1 || row.cols() != x.cols())
        throw ShapeError(
            Message::tr("a norm's %1 is %2 × %3, but rows of %4 numbers need 1 × %4",
                        {what, std::to_string(row.rows()), std::to_string(row.cols()), std::to_string(x.cols())}));
}

} // namespace

Matrix layerNorm(const Matrix &x, const Matrix &gain, const Matrix &bias, double epsilon)
{
    checkRow("gain", gain, x);
    checkRow("bias", bias, x);
    Matrix normed(x.rows(), x.cols());
    [[maybe_unused]] const bool parallel = x.size() >= parallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        // In double, because a row's mean may be large beside its spread.
        const auto row = x.row(i).cast<double>().array();
        const double mean = row.mean();
        const double deviation = std::sqrt((row - mean).square().mean() + epsilon);
        normed.row(i).array() = ((row - mean) / deviation).cast<float>() * gain.row(0).array() + bias.row(0).array();
    }
    return normed;
}

} // namespace regard

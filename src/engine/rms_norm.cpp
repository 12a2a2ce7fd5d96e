#include "engine/rms_norm.h"

#include <cmath>
#include <string>

#include "engine/errors.h"
#include "engine/message.h"

namespace regard {

namespace {

/// Numbers from which rows are shared out among OpenMP's threads.
constexpr Eigen::Index parallelNumbers = 1 << 18;

} // namespace

Matrix rmsNorm(const Matrix &x, const Matrix &gain, double epsilon)
{
    if (gain.rows() != 1 || gain.cols() != x.cols())
        throw ShapeError(
            Message::tr("a norm's %1 is %2 × %3, but rows of %4 numbers need 1 × %4",
                        {"gain", std::to_string(gain.rows()), std::to_string(gain.cols()), std::to_string(x.cols())}));
    Matrix normed(x.rows(), x.cols());
    [[maybe_unused]] const bool parallel = x.size() >= parallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const auto row = x.row(i).cast<double>().array();
        const double size = std::sqrt(row.square().mean() + epsilon);
        normed.row(i).array() = (row / size).cast<float>() * gain.row(0).array();
    }
    return normed;
}

} // namespace regard

#include "engine/kernels/activate.h"

#include <cmath>
#include <numbers>

#include "engine/kernels/row_kernel.h"

namespace regard {

namespace {

/// Numbers from which rows are computed on several OpenMP threads.
constexpr Eigen::Index activateParallelNumbers = 1 << 16;

} // namespace

void activate(Matrix &x, Activation activation)
{
    [[maybe_unused]] const bool parallel = x.size() >= activateParallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        activate(x.row(i).data(), std::size_t(x.cols()), activation);
}

double activationSlope(double x, Activation activation)
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
        const double tanh = std::tanh(scale * (x + 0.044715 * x * x * x));
        return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * scale * (1 + 3 * 0.044715 * x * x);
    }
    case Activation::Silu: {
        const double share = 1 / (1 + std::exp(-x));
        return share * (1 + x * (1 - share));
    }
    }
    return 0;
}

Matrix activationSlope(const Matrix &x, Activation activation)
{
    return x.unaryExpr([activation](float value) { return float(activationSlope(double(value), activation)); });
}

} // namespace regard

#include "engine/activation.h"

#include <cmath>
#include <numbers>

namespace regard {

namespace {

/// Numbers from which rows are shared out among OpenMP's threads.
constexpr Eigen::Index parallelNumbers = 1 << 16;

using Row = Eigen::Ref<Eigen::Array<float, 1, Eigen::Dynamic, Eigen::RowMajor>>;

void activateRow(Row x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        x = x.max(0.0F);
        return;
    case Activation::Gelu:
        // erfc rather than 1 + erf, which loses all digits of the small numbers on the left.
        x = x.unaryExpr(
            [](float value) { return 0.5F * value * std::erfc(-value * static_cast<float>(1 / std::numbers::sqrt2)); });
        return;
    case Activation::GeluTanh: {
        const auto scale = static_cast<float>(std::sqrt(2 / std::numbers::pi));
        x = 0.5F * x * (1.0F + (scale * (x + 0.044715F * x.cube())).tanh());
        return;
    }
    case Activation::Silu:
        x = x / (1.0F + (-x).exp());
        return;
    }
}

} // namespace

void activate(Matrix &x, Activation activation)
{
    [[maybe_unused]] const bool parallel = x.size() >= parallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        activateRow(x.row(i).array(), activation);
}

} // namespace regard

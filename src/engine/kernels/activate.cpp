#include "engine/kernels/activate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/kernels/row_kernel.h"

namespace regard {

namespace {

/// Numbers from which rows are computed on several OpenMP threads.
constexpr Eigen::Index activateParallelNumbers = 1 << 16;

/// GELU by tanh is x / 2 · (1 + tanh(scale · (x + cube · x³))).
const double geluScale = std::sqrt(2 / std::numbers::pi);
constexpr double geluCube = 0.044715;
constexpr double quickGeluScale = 1.702;
constexpr double laplaceMean = 0.707107;
constexpr double laplaceDeviation = 0.282095;

/// σ(x)
double logistic(double x)
{
    return 1 / (1 + std::exp(-x));
}

/// Φ(x)
double normalShare(double x)
{
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

/// Φ'(x)
double normalDensity(double x)
{
    return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
}

/// ln(1 + e^x)
double softplus(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

} // namespace

void activate(Matrix &x, Activation activation)
{
    [[maybe_unused]] const bool parallel = x.size() >= activateParallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        activate(x.row(i).data(), std::size_t(x.cols()), activation);
}

double activationValue(double x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return x > 0 ? x : 0;
    case Activation::Gelu:
        return x * normalShare(x);
    case Activation::GeluTanh:
        return x * logistic(2 * geluScale * (x + geluCube * x * x * x)); // 1 + tanh would lose digits below 0
    case Activation::Silu:
        return x * logistic(x);
    case Activation::QuickGelu:
        return x * logistic(quickGeluScale * x);
    case Activation::Gelu10:
        return std::min(x * normalShare(x), 10.0);
    case Activation::Relu2:
        return x > 0 ? x * x : 0;
    case Activation::Relu6:
        return std::clamp(x, 0.0, 6.0);
    case Activation::LeakyRelu:
        return x > 0 ? x : 0.01 * x;
    case Activation::Tanh:
        return std::tanh(x);
    case Activation::Sigmoid:
        return logistic(x);
    case Activation::Mish:
        return x * std::tanh(softplus(x));
    case Activation::Laplace:
        return normalShare((x - laplaceMean) / laplaceDeviation);
    case Activation::HardSwish:
        return x * std::clamp(x + 3, 0.0, 6.0) / 6;
    case Activation::SqrtSoftplus:
        return std::sqrt(softplus(x));
    case Activation::Linear:
        break;
    }
    return x;
}

double activationSlope(double x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return x > 0 ? 1 : 0;
    case Activation::Gelu:
        return normalShare(x) + x * normalDensity(x);
    case Activation::GeluTanh: {
        const double tanh = std::tanh(geluScale * (x + geluCube * x * x * x));
        return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * geluScale * (1 + 3 * geluCube * x * x);
    }
    case Activation::Silu: {
        const double share = logistic(x);
        return share * (1 + x * (1 - share));
    }
    case Activation::QuickGelu: {
        const double share = logistic(quickGeluScale * x);
        return share * (1 + quickGeluScale * x * (1 - share));
    }
    case Activation::Gelu10:
        return x * normalShare(x) > 10 ? 0 : normalShare(x) + x * normalDensity(x);
    case Activation::Relu2:
        return x > 0 ? 2 * x : 0;
    case Activation::Relu6:
        return x > 0 && x < 6 ? 1 : 0;
    case Activation::LeakyRelu:
        return x > 0 ? 1 : 0.01;
    case Activation::Tanh: {
        const double tanh = std::tanh(x);
        return 1 - tanh * tanh;
    }
    case Activation::Sigmoid:
        return logistic(x) * logistic(-x);
    case Activation::Mish: {
        const double tanh = std::tanh(softplus(x));
        return tanh + x * logistic(x) * (1 - tanh * tanh);
    }
    case Activation::Laplace:
        return normalDensity((x - laplaceMean) / laplaceDeviation) / laplaceDeviation;
    case Activation::HardSwish:
        return x <= -3 ? 0 : x < 3 ? x / 3 + 0.5 : 1;
    case Activation::SqrtSoftplus:
        return logistic(x) / (2 * std::sqrt(softplus(x)));
    case Activation::Linear:
        break;
    }
    return 1;
}

Matrix activationSlope(const Matrix &x, Activation activation)
{
    return x.unaryExpr([activation](float value) { return float(activationSlope(double(value), activation)); });
}

} // namespace regard

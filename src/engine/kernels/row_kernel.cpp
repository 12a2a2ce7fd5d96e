#include "engine/kernels/row_kernel.h"

#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/row_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/kernels/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

using Doubles = hn::ScalableTag<double>;
/// Vectors of as many float32 as Doubles hold numbers.
using HalfFloats = hn::Rebind<float, Doubles>;

void activateAll(float *numbers, std::size_t count, Activation activation)
{
    activateNumbers(numbers, count, activation);
}

void tangents(float *numbers, std::size_t count)
{
    const FullVector d;
    const OneNumber one;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(hyperbolicTangent(d, hn::LoadU(d, numbers + i)), d, numbers + i);
    for (; i < count; ++i)
        hn::StoreU(hyperbolicTangent(one, hn::LoadU(one, numbers + i)), one, numbers + i);
}

/// Σ (x − center), or Σ (x − center)².
template <bool Squares>
double sumOf(const float *x, std::size_t count, double center)
{
    const Doubles d;
    const HalfFloats df;
    const std::size_t lanes = hn::Lanes(d);
    auto first = hn::Zero(d);
    auto second = hn::Zero(d);
    const auto middle = hn::Set(d, center);
    std::size_t j = 0;
    for (; j + 2 * lanes <= count; j += 2 * lanes) {
        const auto a = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, x + j)), middle);
        const auto b = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, x + j + lanes)), middle);
        first = Squares ? hn::MulAdd(a, a, first) : hn::Add(first, a);
        second = Squares ? hn::MulAdd(b, b, second) : hn::Add(second, b);
    }
    double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(first, second)));
    for (; j < count; ++j) {
        const double a = double(x[j]) - center;
        sum += Squares ? a * a : a;
    }
    return sum;
}

/// float((x − mean) · inverse) · gain + bias
void scaleRow(const NormRows &rows, const float *x, float *normed, double mean, double inverse)
{
    const Doubles d;
    const HalfFloats df;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t j = 0;
    for (; j + lanes <= rows.columns; j += lanes) {
        const auto shifted = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, x + j)), hn::Set(d, mean));
        auto y = hn::Mul(hn::DemoteTo(df, hn::Mul(shifted, hn::Set(d, inverse))), hn::LoadU(df, rows.gain + j));
        if (rows.bias)
            y = hn::Add(y, hn::LoadU(df, rows.bias + j));
        hn::StoreU(y, df, normed + j);
    }
    for (; j < rows.columns; ++j) {
        const float y = float((double(x[j]) - mean) * inverse) * rows.gain[j];
        normed[j] = rows.bias ? y + rows.bias[j] : y;
    }
}

bool allFinite(const float *numbers, std::size_t count)
{
    const FullVector d;
    const std::size_t lanes = hn::Lanes(d);
    auto check = hn::Zero(d);
    std::size_t j = 0;
    for (; j + lanes <= count; j += lanes)
        check = hn::MulAdd(hn::LoadU(d, numbers + j), hn::Zero(d), check); // 0, or NaN
    bool isFinite = hn::AllTrue(d, hn::Eq(check, hn::Zero(d)));
    for (; j < count; ++j)
        isFinite = isFinite && std::isfinite(numbers[j]);
    return isFinite;
}

bool addAll(const float *x, const float *added, float *sum, std::size_t count)
{
    const FullVector d;
    const std::size_t lanes = hn::Lanes(d);
    auto check = hn::Zero(d);
    std::size_t j = 0;
    for (; j + lanes <= count; j += lanes) {
        const auto both = hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, added + j));
        check = hn::MulAdd(both, hn::Zero(d), check);
        hn::StoreU(both, d, sum + j);
    }
    bool isFinite = hn::AllTrue(d, hn::Eq(check, hn::Zero(d)));
    for (; j < count; ++j) {
        sum[j] = x[j] + added[j];
        isFinite = isFinite && std::isfinite(sum[j]);
    }
    return isFinite;
}

bool normAll(const NormRows &rows)
{
    const auto columns = double(rows.columns);
    bool isFinite = true;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        const float *x = rows.x + i * rows.columns;
        float *normed = rows.normed + i * rows.columns;
        if (rows.added) {
            addAll(x, rows.added + i * rows.columns, normed, rows.columns);
            x = normed;
        }
        const double mean = isCentred(rows.kind) ? sumOf<false>(x, rows.columns, 0) / columns : 0;
        const double variance = sumOf<true>(x, rows.columns, mean) / columns;
        // A number that is not finite makes the variance so too.
        isFinite = isFinite && std::isfinite(variance);
        scaleRow(rows, x, normed, mean, 1 / std::sqrt(variance + rows.epsilon));
        isFinite = allFinite(normed, rows.columns) && isFinite;
    }
    return isFinite;
}

const char *ownTarget()
{
    return hwy::TargetName(HWY_TARGET);
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace regard {

namespace {

HWY_EXPORT(activateAll);
HWY_EXPORT(tangents);
HWY_EXPORT(normAll);
HWY_EXPORT(addAll);
HWY_EXPORT(allFinite);
HWY_EXPORT(ownTarget);

} // namespace

void activate(float *numbers, std::size_t count, Activation activation)
{
    HWY_DYNAMIC_DISPATCH(activateAll)(numbers, count, activation);
}

void hyperbolicTangents(float *numbers, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(tangents)(numbers, count);
}

bool normRows(const NormRows &rows)
{
    return HWY_DYNAMIC_DISPATCH(normAll)(rows);
}

bool addNumbers(const float *x, const float *added, float *sum, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(addAll)(x, added, sum, count);
}

bool areFinite(const float *numbers, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(allFinite)(numbers, count);
}

const char *kernelTarget()
{
    return HWY_DYNAMIC_DISPATCH(ownTarget)();
}

} // namespace regard

#endif

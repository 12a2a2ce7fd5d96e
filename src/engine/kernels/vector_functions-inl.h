// Functions of a vector of float32, for files that Highway compiles once for each kind of processor: they are included
// again each time, inside namespace regard. No Eigen and no Qt may come here.

#if defined(REGARD_ENGINE_VECTOR_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef REGARD_ENGINE_VECTOR_FUNCTIONS_INL_H_
#undef REGARD_ENGINE_VECTOR_FUNCTIONS_INL_H_
#else
#define REGARD_ENGINE_VECTOR_FUNCTIONS_INL_H_
#endif

#include <cstddef>

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "engine/base/activation.h"

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FullVector = hn::ScalableTag<float>;
/// The rest of a row at its end is computed one number at a time, by the same instructions.
using OneNumber = hn::CappedTag<float, 1>;

/// A float32 leaves its normal range below e^−87.
constexpr float smallestExponent = -87.0F;

/// e^(x + low) for x of at most 88, and low that is small beside it: 0 below e^−87. NaN stays NaN. ln 2 is subtracted
/// in two parts, so that nothing is lost; the polynomial is that of Cephes' expf.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exponential(D d, V x, V low)
{
    const hn::Rebind<int32_t, D> di;
    const V powers = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504F)));
    V rest = hn::NegMulAdd(powers, hn::Set(d, 0.693359375F), x);
    rest = hn::Add(hn::NegMulAdd(powers, hn::Set(d, -2.12194440e-4F), rest), low);
    V sum = hn::Set(d, 1.9875691500e-4F);
    sum = hn::MulAdd(sum, rest, hn::Set(d, 1.3981999507e-3F));
    sum = hn::MulAdd(sum, rest, hn::Set(d, 8.3334519073e-3F));
    sum = hn::MulAdd(sum, rest, hn::Set(d, 4.1665795894e-2F));
    sum = hn::MulAdd(sum, rest, hn::Set(d, 1.6666665459e-1F));
    sum = hn::MulAdd(sum, rest, hn::Set(d, 5.0000001201e-1F));
    sum = hn::Add(hn::MulAdd(sum, hn::Mul(rest, rest), rest), hn::Set(d, 1.0F));
    const auto bits = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(di, powers), hn::Set(di, 127)));
    return hn::IfThenElse(hn::Lt(x, hn::Set(d, smallestExponent)), hn::Zero(d), hn::Mul(sum, hn::BitCast(d, bits)));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V exponential(D d, V x)
{
    return exponential(d, x, hn::Zero(d));
}

/// 1 / (1 + e^−x)
template <class D, class V = hn::Vec<D>>
HWY_INLINE V logistic(D d, V x)
{
    const V one = hn::Set(d, 1.0F);
    return hn::Div(one, hn::Add(one, exponential(d, hn::Min(hn::Neg(x), hn::Set(d, 88.0F)))));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V hyperbolicTangent(D d, V x)
{
    const V one = hn::Set(d, 1.0F);
    const V size = hn::Abs(x);
    const V twice = hn::Min(hn::Add(size, size), hn::Set(d, 88.0F));
    const V far = hn::Sub(one, hn::Div(hn::Set(d, 2.0F), hn::Add(exponential(d, twice), one)));
    // The difference above would lose the digits near 0; Cephes' tanhf does not.
    const V square = hn::Mul(x, x);
    V sum = hn::Set(d, -5.70498872745e-3F);
    sum = hn::MulAdd(sum, square, hn::Set(d, 2.06390887954e-2F));
    sum = hn::MulAdd(sum, square, hn::Set(d, -5.37397155531e-2F));
    sum = hn::MulAdd(sum, square, hn::Set(d, 1.33314422036e-1F));
    sum = hn::MulAdd(sum, square, hn::Set(d, -3.33332819422e-1F));
    const V near = hn::MulAdd(hn::Mul(sum, square), size, size);
    return hn::CopySign(hn::IfThenElse(hn::Lt(size, hn::Set(d, 0.625F)), near, far), x);
}

/// The share of the normal distribution below −t, for t from 0: e^(−t² / 2) · r(t), where r falls smoothly from 1/2 and
/// is u · polynomial(u) for u = 1 / (1 + 0.35 t), fitted to a relative error of 3e−8 for t up to 14. Nothing is
/// subtracted, so that small results keep their digits.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V normalTail(D d, V t)
{
    const hn::Rebind<uint32_t, D> du;
    // The square in two parts, because the exponential turns its absolute error into a relative one.
    const V most = hn::BitCast(d, hn::And(hn::BitCast(du, t), hn::Set(du, 0xFFFFF000U)));
    const V half = hn::Set(d, -0.5F);
    const V square = hn::Mul(half, hn::Mul(most, most));
    const V low = hn::Mul(half, hn::Mul(hn::Sub(t, most), hn::Add(t, most)));
    const V one = hn::Set(d, 1.0F);
    const V u = hn::Div(one, hn::MulAdd(hn::Set(d, 0.35F), t, one));
    V sum = hn::Set(d, -0.0291461345F);
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.143972683F));
    sum = hn::MulAdd(sum, u, hn::Set(d, -0.255716268F));
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.159176432F));
    sum = hn::MulAdd(sum, u, hn::Set(d, -0.0231113755F));
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.105508645F));
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.119832709F));
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.139861891F));
    sum = hn::MulAdd(sum, u, hn::Set(d, 0.139621403F));
    return hn::Mul(hn::Mul(sum, u), exponential(d, square, low));
}

/// Φ, the normal distribution's share below x.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V normalShare(D d, V x)
{
    const V tail = normalTail(d, hn::Min(hn::Abs(x), hn::Set(d, 14.0F)));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(hn::Set(d, 1.0F), tail));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V activated(D d, V x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return hn::Max(x, hn::Zero(d));
    case Activation::Gelu:
        return hn::Mul(x, normalShare(d, x));
    case Activation::GeluTanh: {
        // x / 2 · (1 + tanh y) is x / (1 + e^−2y).
        const V cube = hn::Mul(hn::Mul(x, x), x);
        const V y = hn::MulAdd(hn::Set(d, 0.044715F), cube, x);
        return hn::Mul(x, logistic(d, hn::Mul(hn::Set(d, 1.5957691216F), y))); // 2 · √(2 / π)
    }
    case Activation::Silu:
        return hn::Mul(x, logistic(d, x));
    case Activation::QuickGelu:
        return hn::Mul(x, logistic(d, hn::Mul(hn::Set(d, 1.702F), x)));
    case Activation::Gelu10:
        return hn::Min(hn::Mul(x, normalShare(d, x)), hn::Set(d, 10.0F));
    case Activation::Relu2: {
        const V above = hn::Max(x, hn::Zero(d));
        return hn::Mul(above, above);
    }
    case Activation::Relu6:
        return hn::Min(hn::Max(x, hn::Zero(d)), hn::Set(d, 6.0F));
    case Activation::LeakyRelu:
        return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(hn::Set(d, 0.01F), x), x);
    case Activation::Tanh:
        return hyperbolicTangent(d, x);
    case Activation::Sigmoid:
        return logistic(d, x);
    case Activation::Mish: {
        // tanh(ln(1 + e)) is e (e + 2) / (e (e + 2) + 2), which float32 rounds to 1 long before e^40.
        const V two = hn::Set(d, 2.0F);
        const V e = exponential(d, hn::Min(x, hn::Set(d, 40.0F)));
        const V product = hn::Mul(e, hn::Add(e, two));
        return hn::Mul(x, hn::Div(product, hn::Add(product, two)));
    }
    case Activation::Laplace:
        return normalShare(d, hn::Div(hn::Sub(x, hn::Set(d, 0.707107F)), hn::Set(d, 0.282095F)));
    case Activation::HardSwish: {
        const V share = hn::Min(hn::Max(hn::Add(x, hn::Set(d, 3.0F)), hn::Zero(d)), hn::Set(d, 6.0F));
        return hn::Mul(x, hn::Mul(share, hn::Set(d, 1.0F / 6)));
    }
    case Activation::SqrtSoftplus:
        return hn::Sqrt(hn::Add(hn::Max(x, hn::Zero(d)), hn::Log1p(d, exponential(d, hn::Neg(hn::Abs(x))))));
    case Activation::Linear:
        break;
    }
    return x;
}

template <Activation Kind>
HWY_INLINE void activateBy(float *numbers, std::size_t count)
{
    const FullVector d;
    const OneNumber one;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(activated(d, hn::LoadU(d, numbers + i), Kind), d, numbers + i);
    for (; i < count; ++i)
        hn::StoreU(activated(one, hn::LoadU(one, numbers + i), Kind), one, numbers + i);
}

/// Replaces every number by activation(number).
HWY_INLINE void activateNumbers(float *numbers, std::size_t count, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return activateBy<Activation::Relu>(numbers, count);
    case Activation::Gelu:
        return activateBy<Activation::Gelu>(numbers, count);
    case Activation::GeluTanh:
        return activateBy<Activation::GeluTanh>(numbers, count);
    case Activation::Silu:
        return activateBy<Activation::Silu>(numbers, count);
    case Activation::QuickGelu:
        return activateBy<Activation::QuickGelu>(numbers, count);
    case Activation::Gelu10:
        return activateBy<Activation::Gelu10>(numbers, count);
    case Activation::Relu2:
        return activateBy<Activation::Relu2>(numbers, count);
    case Activation::Relu6:
        return activateBy<Activation::Relu6>(numbers, count);
    case Activation::LeakyRelu:
        return activateBy<Activation::LeakyRelu>(numbers, count);
    case Activation::Tanh:
        return activateBy<Activation::Tanh>(numbers, count);
    case Activation::Sigmoid:
        return activateBy<Activation::Sigmoid>(numbers, count);
    case Activation::Mish:
        return activateBy<Activation::Mish>(numbers, count);
    case Activation::Laplace:
        return activateBy<Activation::Laplace>(numbers, count);
    case Activation::HardSwish:
        return activateBy<Activation::HardSwish>(numbers, count);
    case Activation::SqrtSoftplus:
        return activateBy<Activation::SqrtSoftplus>(numbers, count);
    case Activation::Linear:
        return;
    }
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#endif

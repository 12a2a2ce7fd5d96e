#include "training/layers/activation.h"

#include <type_traits>

#include "engine/kernels/activate.h"
#include "engine/kernels/row_kernel.h"

namespace regard {

template <typename Number>
void activationForward(ConstView<Number> x, Activation activation, RowsView<Number> active)
{
    if constexpr (std::is_same_v<Number, float>) {
        active = x;
        for (Eigen::Index i = 0; i < active.rows(); ++i)
            activate(active.row(i).data(), std::size_t(active.cols()), activation);
    } else {
        active = x.unaryExpr([activation](double value) { return activationValue(value, activation); });
    }
}

template <typename Number>
void activationBackward(ConstView<Number> x, Activation activation, RowsView<Number> d)
{
    if (activation == Activation::Relu)
        d.array() = (x.array() > Number(0)).select(d.array(), Number(0));
    else
        d.array() *= x.array().unaryExpr(
            [activation](Number value) { return Number(activationSlope(double(value), activation)); });
}

template void activationForward(ConstView<float>, Activation, RowsView<float>);
template void activationForward(ConstView<double>, Activation, RowsView<double>);
template void activationBackward(ConstView<float>, Activation, RowsView<float>);
template void activationBackward(ConstView<double>, Activation, RowsView<double>);

} // namespace regard

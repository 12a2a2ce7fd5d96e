#include "training/layers/norm.h"

#include <cmath>
#include <type_traits>

#include "engine/kernels/row_kernel.h"

namespace regard {

namespace {

template <typename Number>
using Row = Eigen::Map<Eigen::Array<Number, 1, Eigen::Dynamic>>;
template <typename Number>
using ConstRow = Eigen::Map<const Eigen::Array<Number, 1, Eigen::Dynamic>>;

/// A row's mean and 1 ÷ its spread, in double as the engine has them.
struct Spread {
    double mean = 0;
    double inverse = 0;
};

template <typename Number>
Spread spreadOf(const ConstRow<Number> &x, const NormNumbers<Number> &norm)
{
    Spread spread;
    if (isCentred(norm.kind))
        spread.mean = x.template cast<double>().mean();
    spread.inverse = 1 / std::sqrt((x.template cast<double>() - spread.mean).square().mean() + norm.epsilon);
    return spread;
}

} // namespace

template <typename Number>
void normForward(ConstView<Number> x, const NormNumbers<Number> &norm, RowsView<Number> normed)
{
    if constexpr (std::is_same_v<Number, float>) {
        NormRows rows;
        rows.x = x.data();
        rows.normed = normed.data();
        rows.rows = std::size_t(x.rows());
        rows.columns = std::size_t(x.cols());
        rows.gain = norm.gain;
        rows.bias = norm.bias;
        rows.epsilon = norm.epsilon;
        rows.kind = norm.kind;
        normRows(rows);
    } else {
        const Eigen::Index columns = x.cols();
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            const ConstRow<Number> row(x.row(i).data(), columns);
            const Spread spread = spreadOf(row, norm);
            Row<Number> result(normed.row(i).data(), columns);
            result = (row - spread.mean) * spread.inverse * ConstRow<Number>(norm.gain, columns);
            if (norm.bias)
                result += ConstRow<Number>(norm.bias, columns);
        }
    }
}

template <typename Number>
void normBackward(ConstView<Number> x, const NormNumbers<Number> &norm, ConstView<Number> dNormed, RowsView<Number> dx,
                  Number *dGain, Number *dBias)
{
    const Eigen::Index columns = x.cols();
    thread_local Eigen::Array<Number, 1, Eigen::Dynamic> standard;
    thread_local Eigen::Array<Number, 1, Eigen::Dynamic> change;
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const ConstRow<Number> row(x.row(i).data(), columns);
        const ConstRow<Number> dRow(dNormed.row(i).data(), columns);
        const Spread spread = spreadOf(row, norm);
        standard = (row - Number(spread.mean)) * Number(spread.inverse);
        Row<Number>(dGain, columns) += dRow * standard;
        if (norm.bias)
            Row<Number>(dBias, columns) += dRow;
        change = dRow * ConstRow<Number>(norm.gain, columns);
        const Number meanChange = isCentred(norm.kind) ? change.mean() : Number(0);
        const Number along = (standard * change).mean();
        Row<Number>(dx.row(i).data(), columns) += (change - meanChange - standard * along) * Number(spread.inverse);
    }
}

template void normForward(ConstView<float>, const NormNumbers<float> &, RowsView<float>);
template void normForward(ConstView<double>, const NormNumbers<double> &, RowsView<double>);
template void normBackward(ConstView<float>, const NormNumbers<float> &, ConstView<float>, RowsView<float>, float *,
                           float *);
template void normBackward(ConstView<double>, const NormNumbers<double> &, ConstView<double>, RowsView<double>,
                           double *, double *);

} // namespace regard

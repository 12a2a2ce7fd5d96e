#pragma once

#include "training/base/rows.h"

namespace regard {

// How the parts of a NetworkPass look at matrices.

template <typename Number>
ConstView<Number> read(const Rows<Number> &rows)
{
    return rows.all();
}

template <typename Number>
ConstView<Number> matrixAt(const Number *numbers, Eigen::Index rows, Eigen::Index columns)
{
    return {numbers, rows, columns, Eigen::OuterStride<>(columns)};
}

template <typename Number>
RowsView<Number> matrixAt(Number *numbers, Eigen::Index rows, Eigen::Index columns)
{
    return {numbers, rows, columns, Eigen::OuterStride<>(columns)};
}

} // namespace regard

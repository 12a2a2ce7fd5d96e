#pragma once

#include "engine/base/norm_kind.h"
#include "training/base/rows.h"

namespace regard {

/// A norm over rows of `columns` numbers. Ba et al. 2016; Zhang & Sennrich 2019.
template <typename Number>
struct NormNumbers {
    const Number *gain = nullptr; ///< 1 × columns
    const Number *bias = nullptr; ///< 1 × columns; null: none
    double epsilon = 0;
    NormKind kind = NormKind::Layer;
};

/// normed = norm(x), both n × columns.
template <typename Number>
void normForward(ConstView<Number> x, const NormNumbers<Number> &norm, RowsView<Number> normed);

/// Takes dNormed, n × columns, the loss's derivative by what normForward() gave, and adds those by x to dx, by gain to
/// dGain and by bias to dBias (null where there is none).
template <typename Number>
void normBackward(ConstView<Number> x, const NormNumbers<Number> &norm, ConstView<Number> dNormed, RowsView<Number> dx,
                  Number *dGain, Number *dBias);

} // namespace regard

#pragma once

#include "training/base/rows.h"

namespace regard {

/// Products on the calling thread: of float by the engine's kernel, of double by Eigen. Each has the same bits whatever
/// runs beside it. c may not overlap a or b.

/// c = a · b, or a · b + bias where that is not null (1 × columns). a is n × inner, b inner × columns, c n × columns.
void multiplyInto(RowsView<float> c, ConstView<float> a, ConstView<float> b, const float *bias = nullptr);
void multiplyInto(RowsView<double> c, ConstView<double> a, ConstView<double> b, const double *bias = nullptr);

/// c = a · bᵀ, or a · bᵀ + bias. a is n × inner, b columns × inner, c n × columns.
void multiplyTransposedInto(RowsView<float> c, ConstView<float> a, ConstView<float> b, const float *bias = nullptr);
void multiplyTransposedInto(RowsView<double> c, ConstView<double> a, ConstView<double> b, const double *bias = nullptr);

/// c += aᵀ · b. a is n × rows, b n × columns, c rows × columns.
void addTransposedProduct(RowsView<float> c, ConstView<float> a, ConstView<float> b);
void addTransposedProduct(RowsView<double> c, ConstView<double> a, ConstView<double> b);

} // namespace regard

#pragma once

#include "engine/matrix.h"

namespace regard {

/// a · b. Small products by Eigen on the calling thread, large ones by oneDNN's dnnl_sgemm.
/// Throws ShapeError where a's columns differ from b's rows.
Matrix product(const Matrix &a, const Matrix &b);

/// a · bᵀ, the same way.
Matrix productTransposed(const Matrix &a, const Matrix &b);

/// a · bᵀ for b of `rows` rows, as long as those of a, that stand one after the other somewhere else.
Matrix productTransposed(const Matrix &a, const float *b, Eigen::Index rows);

} // namespace regard

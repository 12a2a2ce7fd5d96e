#pragma once

#include "engine/matrix.h"

namespace regard {

/// a · b. Small products by Eigen on the calling thread, large ones by oneDNN's dnnl_sgemm.
/// Throws ShapeError where a's columns differ from b's rows.
Matrix product(const Matrix &a, const Matrix &b);

/// a · bᵀ, the same way.
Matrix productTransposed(const Matrix &a, const Matrix &b);

} // namespace regard

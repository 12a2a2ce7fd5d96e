#pragma once

#include "engine/base/matrix.h"
#include "engine/base/tangent.h"
#include "engine/kernels/row_kernel.h"

namespace regard {

struct NormRule {
    const Matrix &gain;           ///< 1 × d
    const Matrix *bias = nullptr; ///< 1 × d; null: none
    double epsilon = 0;
    NormKind kind = NormKind::Layer;
};

struct Normed {
    Matrix numbers;
    bool isFinite = true; ///< what was normed, and the result
};

/// The norm of x, or of x + added where that is not null, row by row; both n × d. Many rows run on several OpenMP
/// threads. Throws ShapeError where gain or bias have another size.
Normed normOfRows(const Matrix &x, const Matrix *added, const NormRule &rule);

/// The tangent of the norm of x, without those of gain and bias; n × d. moved is that of x and must not be still.
Tangent normTangent(const Matrix &x, const Tangent &moved, const NormRule &rule);

} // namespace regard

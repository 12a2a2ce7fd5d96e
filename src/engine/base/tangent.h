#pragma once

#include "engine/base/matrix.h"

namespace regard {

/// How fast a matrix of a pass moves with one number of the model: the derivative of each of its numbers by that one.
/// An empty one is 0 throughout ("still") and costs nothing to pass on.
///
/// Forward-mode differentiation: each function of a pass has a counterpart that takes the pass's own numbers and the
/// tangent of the inputs, and returns the tangent of the results. Griewank & Walther 2008, section 3.1.
using Tangent = Matrix;

bool isStill(const Tangent &tangent);

/// to + more; either may be still.
void accumulate(Tangent &to, Tangent more);

/// Adds rows × 1 numbers to one column of a tangent of rows × columns, which may be still.
void accumulateColumn(Tangent &to, Eigen::Index columns, Eigen::Index column, const Matrix &numbers);

} // namespace regard

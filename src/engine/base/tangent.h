#pragma once

#include "engine/base/matrix.h"

namespace regard {

/// How fast a matrix of a pass moves while one number of the model does: the derivative of each of its numbers by that
/// one. An empty one is 0 throughout ("still"), which costs nothing to carry on.
///
/// Forward-mode differentiation: what a pass computes has beside it a function that takes the pass's own numbers and
/// the tangent of what it reads, and gives the tangent of what it makes. Griewank & Walther 2008, section 3.1.
using Tangent = Matrix;

bool isStill(const Tangent &tangent);

/// to + more; either may be still.
void accumulate(Tangent &to, Tangent more);

/// Adds rows × 1 numbers to one column of a tangent of rows × columns, which may be still.
void accumulateColumn(Tangent &to, Eigen::Index columns, Eigen::Index column, const Matrix &numbers);

} // namespace regard

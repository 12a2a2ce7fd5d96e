#pragma once

#include "engine/base/activation.h"
#include "engine/base/matrix.h"

namespace regard {

/// Applies the activation to every number in place.
void activate(Matrix &x, Activation activation);

/// The derivative of the activation at x. relu has none at 0; there it is taken as 0.
double activationSlope(double x, Activation activation);

/// The same at each number of x.
Matrix activationSlope(const Matrix &x, Activation activation);

} // namespace regard

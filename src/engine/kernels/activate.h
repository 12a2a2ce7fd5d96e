#pragma once

#include "engine/base/activation.h"
#include "engine/base/matrix.h"

namespace regard {

/// Applies the activation to every number in place.
void activate(Matrix &x, Activation activation);

/// The activation of one number in double precision.
double activationValue(double x, Activation activation);

/// The derivative of the activation at x. Where there is none it is torch's: of relu at 0, and of relu6 at 0 and 6, 0;
/// of leaky_relu at 0 0.01.
double activationSlope(double x, Activation activation);

/// The activation's slope at each number of x.
Matrix activationSlope(const Matrix &x, Activation activation);

} // namespace regard

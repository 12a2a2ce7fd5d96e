#pragma once

#include "engine/base/matrix.h"
#include "engine/pass/pass_error.h"

namespace regard {

/// Throws Overflow, "the keys of encoder.0.self are too large for float32; …", where a number is not finite.
void checkFinite(const Matrix &matrix, Quantity quantity, const Sublayer &sublayer);

/// Throws as checkFinite() of a matrix, where the code that computed it has checked it already.
void checkFinite(bool isFinite, Quantity quantity, const Sublayer &sublayer);

} // namespace regard

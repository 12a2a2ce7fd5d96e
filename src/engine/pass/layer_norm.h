#pragma once

#include "engine/base/matrix.h"

namespace regard {

/// (x − mean) / √(variance + epsilon) · gain + bias, row by row, with the variance over all columns (not one less).
/// x is n × d, gain and bias 1 × d. Throws ShapeError where sizes differ. Ba et al. 2016, equation 4.
Matrix layerNorm(const Matrix &x, const Matrix &gain, const Matrix &bias, double epsilon);

} // namespace regard

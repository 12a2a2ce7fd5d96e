#pragma once

#include "engine/base/matrix.h"

namespace regard {

/// x / √(mean(x²) + epsilon) · gain, row by row. x is n × d, gain 1 × d. Throws ShapeError where sizes differ.
/// Zhang & Sennrich 2019, equation 4, with the epsilon of Llama's programs.
Matrix rmsNorm(const Matrix &x, const Matrix &gain, double epsilon);

} // namespace regard

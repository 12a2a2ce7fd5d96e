#pragma once

#include "engine/matrix.h"
#include "engine/model.h"

namespace regard {

/// (x − mean) / √(variance + epsilon) · gain + bias, row by row, with the variance over all columns (not one less).
/// x is n × d, gain and bias 1 × d. Throws ShapeError where sizes differ. Ba et al. 2016, equation 4.
Matrix layerNorm(const Matrix &x, const Matrix &gain, const Matrix &bias, double epsilon);

/// The same with the gain and bias of that name (`encoder.final_norm`) and the model's epsilon.
Matrix layerNorm(const Model &model, const std::string &name, const Matrix &x);

} // namespace regard

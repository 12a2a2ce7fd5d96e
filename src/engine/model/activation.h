#pragma once

#include "engine/base/matrix.h"
#include "engine/model/model_config.h"

namespace regard {

/// Applies the activation to every number in place: relu max(0, x); gelu x · Φ(x) by the error function;
/// gelu_tanh its approximation by tanh; silu x / (1 + e^−x). Hendrycks & Gimpel 2016.
void activate(Matrix &x, Activation activation);

} // namespace regard

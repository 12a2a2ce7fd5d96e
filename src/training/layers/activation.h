#pragma once

#include "engine/base/activation.h"
#include "training/base/rows.h"

namespace regard {

/// active = activation(x), both of one size.
template <typename Number>
void activationForward(ConstView<Number> x, Activation activation, RowsView<Number> active);

/// d ← d ∘ activation'(x). relu's derivative at 0 is 0.
template <typename Number>
void activationBackward(ConstView<Number> x, Activation activation, RowsView<Number> d);

} // namespace regard

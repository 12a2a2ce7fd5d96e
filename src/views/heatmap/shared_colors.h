#pragma once

#include "draw/figure.h"

namespace regard {

/// Gives two pictures side by side one range of colours, where each is a heatmap: the same colour is then the same
/// number in both. All others have one scale anyway.
void shareColors(Figure &first, Figure &second);

} // namespace regard

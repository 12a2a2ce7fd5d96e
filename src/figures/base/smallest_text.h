#pragma once

#include <QString>

#include "figures/base/figure.h"

namespace regard {

struct SmallestText {
    double size = 0; ///< of the type, in CSS pixels; 0: no text is drawn
    QString text;
};

/// The smallest text that a figure draws.
SmallestText smallestText(const Figure &figure);

} // namespace regard

#pragma once

#include "draw/figure.h"

namespace regard {

/// A figure that shows another one, with something around it or in another size.
class WrappingFigure : public Figure {
public:
    virtual const Figure &wrapped() const = 0;
};

/// The figure within all that is around it.
inline const Figure &innermost(const Figure &figure)
{
    const auto *wrapping = dynamic_cast<const WrappingFigure *>(&figure);
    return wrapping ? innermost(wrapping->wrapped()) : figure;
}

} // namespace regard

#pragma once

#include <optional>

#include "draw/figure.h"
#include "views/heads/head_place.h"

namespace regard {

/// A step with the keyboard through the heads.
enum class HeadStep { Left, Right, Up, Down, RowStart, RowEnd, PreviousSection, NextSection };

/// A picture of all heads, in which a hand and the keyboard find each of them.
class HeadsPicture : public Figure {
public:
    virtual std::optional<HeadPlace> hit(QPointF point) const = 0;
    /// The square of a head, or the layer's label; empty where there is none.
    virtual QRectF placeRect(const HeadPlace &place) const = 0;
    /// The place together with the names that border on it.
    virtual QRectF namedRect(const HeadPlace &place) const = 0;
    /// The place to which a step leads. Left of a layer's first head is its label; up and down continue into the next
    /// section. It stays where there is nothing further.
    virtual HeadPlace stepped(const HeadPlace &from, HeadStep step) const = 0;
};

} // namespace regard

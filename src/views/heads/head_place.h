#pragma once

#include "engine/model/attention_place.h"

namespace regard {

/// A thumbnail in the map, or a layer's label where head is −1.
struct HeadPlace {
    Attention attention = Attention::Encoder;
    int layer = 0;
    int head = 0;

    bool operator==(const HeadPlace &) const = default;
};

} // namespace regard

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "io/base/json_value.h"

namespace regard {

/// The largest number under `key` of the objects named `model` in a document, and at least `otherwise`.
inline double largestSize(const JsonValue &value, std::string_view key, double otherwise, bool isModel = false)
{
    double largest = otherwise;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const bool isNamed = i < value.keys.size();
        if (isModel && isNamed && value.keys[i] == key)
            largest = std::max(largest, std::abs(double(value.items[i].number.whole().value_or(0))));
        largest = largestSize(value.items[i], key, largest, isNamed && value.keys[i] == "model");
    }
    return largest;
}

/// Millions of weights are allowed, and drawing them takes time that teaches nothing; what is more than any model
/// may have is refused at once and stays in. States of a document take sizes from each other.
inline bool drawsManyWeights(const JsonValue &document)
{
    const auto size = [&](std::string_view key, double otherwise) { return largestSize(document, key, otherwise); };
    const double width = size("d_model", 16);
    const double heads = std::max(size("heads", 2), size("decoder_heads", 2));
    const double columns = size("d_key", 8) + size("d_value", 8);
    const double hidden = std::max(size("d_ff", 0), size("decoder_d_ff", 0));
    const double layers = size("encoder_layers", 1) + size("decoder_layers", 1);
    const double weights = (layers + 1) * width * (4 * heads * columns + 3 * hidden) +
                           width * (size("token_types", 0) + size("maximum_tokens", 0));
    return weights > 2e4 && weights < 1e10;
}

} // namespace regard

#pragma once

namespace regard {

/// How a picture turns weights into colours. Signed numbers keep their own colours, with 0 in the middle.
enum class ColorScale {
    ZeroToOne,   ///< the same colour is the same weight in every picture
    Stretched,   ///< from 0 to the largest weight of the picture
    Logarithmic, ///< by powers of ten
    Percentile,  ///< by the rank among the picture's weights
};

} // namespace regard

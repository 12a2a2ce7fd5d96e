#pragma once

#include <cmath>

namespace regard {

/// Sums in units of 2⁻⁴⁰: whole numbers, which give the same sum in any order.
__extension__ using ExactNumber = __int128;

inline ExactNumber exactly(double number)
{
    return static_cast<ExactNumber>(std::nearbyint(std::ldexp(number, 40)));
}

inline double approximately(ExactNumber number)
{
    return std::ldexp(static_cast<double>(number), -40);
}

} // namespace regard

#pragma once

#include <algorithm>
#include <limits>

namespace regard {

/// How many weights of a row or a column are above 0, where there are several and they differ by less than a thousandth
/// of the largest, so that none of them is the strongest; else 0.
template <typename Weights>
int equalWeights(const Weights &weights)
{
    constexpr float evenUpTo = 1e-3F;
    int count = 0;
    float least = std::numeric_limits<float>::infinity();
    float most = 0;
    for (const float weight : weights)
        if (weight > 0) {
            ++count;
            least = std::min(least, weight);
            most = std::max(most, weight);
        }
    return count > 1 && most - least <= evenUpTo * most ? count : 0;
}

} // namespace regard

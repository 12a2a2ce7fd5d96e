#include "views/links/band_layer.h"

#include <algorithm>

namespace regard {

bool BandLayer::hasOneColor() const
{
    return std::all_of(paints.begin(), paints.end(),
                       [this](const Paint &paint) { return paint.color == paints.front().color; });
}

std::pair<double, double> dashSpan(int dashes, int index)
{
    constexpr double gap = 0.4; // of a dash together with the gap after it
    if (dashes < 1)
        return {0, 1};
    const double period = 1 / (dashes - gap);
    return {index * period, (index + 1 - gap) * period};
}

} // namespace regard

#include "figures/heatmap/shared_colors.h"

#include <algorithm>
#include <cmath>

#include "figures/heatmap/heatmap_figure.h"

namespace regard {

namespace {

ColorRange rangeOfBoth(const ColorRange &a, const ColorRange &b)
{
    ColorRange both{std::min(a.lower, b.lower), std::max(a.upper, b.upper), a.diverging || b.diverging};
    if (both.diverging) {
        both.upper = std::max(std::abs(both.lower), std::abs(both.upper));
        both.lower = -both.upper;
    }
    return both;
}

} // namespace

void shareColors(Figure &first, Figure &second)
{
    auto *a = dynamic_cast<HeatmapFigure *>(&first);
    auto *b = dynamic_cast<HeatmapFigure *>(&second);
    if (!a || !b)
        return;
    const ColorRange both = rangeOfBoth(a->range(), b->range());
    a->setRange(both);
    b->setRange(both);
}

} // namespace regard

#include "views/heatmap/shared_colors.h"

#include "views/heatmap/heatmap_figure.h"

namespace regard {

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

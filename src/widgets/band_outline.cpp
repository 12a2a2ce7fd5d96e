#include "widgets/band_outline.h"

#include <algorithm>
#include <cmath>

namespace regard {

QPolygonF bandOutline(const LinkFigure::Band &band, bool horizontal, double thinnest)
{
    // The width is across the band; at its ends the outline is cut along the tokens.
    const QPointF along = band.to - band.from;
    const double run = std::abs(horizontal ? along.y() : along.x());
    const double slant = run > 1e-6 ? std::hypot(along.x(), along.y()) / run : 1;
    const double half = std::max(band.width, thinnest) / 2 * slant;
    const QPointF aside = horizontal ? QPointF(half, 0) : QPointF(0, half);
    return QList<QPointF>{band.from - aside, band.to - aside, band.to + aside, band.from + aside, band.from - aside};
}

} // namespace regard

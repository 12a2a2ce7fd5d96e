#include "widgets/motion/band_outline.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

/// The part of a closed convex outline on one side of a line across the tokens. Its orientation stays.
QPolygonF cutAt(double limit, bool below, const QPolygonF &outline, bool horizontal)
{
    const auto beyond = [&](const QPointF &point) {
        const double along = horizontal ? point.x() : point.y();
        return below ? along - limit : limit - along;
    };
    QPolygonF cut;
    for (qsizetype i = 0; i + 1 < outline.size(); ++i) {
        const double here = beyond(outline[i]);
        const double next = beyond(outline[i + 1]);
        if (here <= 0)
            cut << outline[i];
        if ((here < 0 && next > 0) || (here > 0 && next < 0))
            cut << outline[i] + (outline[i + 1] - outline[i]) * (here / (here - next));
    }
    if (!cut.isEmpty())
        cut << cut.first();
    return cut;
}

} // namespace

QPolygonF bandOutline(const LinkFigure::Band &band, bool horizontal, double thinnest)
{
    // The width is across the band; at its ends the outline is cut along the tokens.
    const QPointF along = band.to - band.from;
    const double run = std::abs(horizontal ? along.y() : along.x());
    const double slant = run > 1e-6 ? std::hypot(along.x(), along.y()) / run : 1;
    const double half = std::max(band.width, thinnest) / 2 * slant;
    const QPointF aside = horizontal ? QPointF(half, 0) : QPointF(0, half);
    QPolygonF outline{
        QList<QPointF>{band.from - aside, band.to - aside, band.to + aside, band.from + aside, band.from - aside}};
    const QRectF &frame = band.frame;
    outline = cutAt(horizontal ? frame.left() : frame.top(), false, outline, horizontal);
    return cutAt(horizontal ? frame.right() : frame.bottom(), true, outline, horizontal);
}

} // namespace regard

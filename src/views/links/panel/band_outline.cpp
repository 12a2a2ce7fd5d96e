#include "views/links/panel/band_outline.h"

#include <algorithm>
#include <cmath>

#include "views/links/link_curve.h"

namespace regard {

namespace {

/// The line that the band is on either side of.
QPolygonF middleOf(const LinkFigure::Band &band, bool horizontal)
{
    if (!band.isCurved)
        return QList<QPointF>{band.from, band.to};
    constexpr int parts = 24;
    const QPointF run = band.to - band.from;
    QPolygonF middle;
    for (int i = 0; i <= parts; ++i) {
        const double way = double(i) / parts;
        const double share = curveShare(way);
        middle << band.from + QPointF(run.x() * (horizontal ? share : way), run.y() * (horizontal ? way : share));
    }
    return middle;
}

/// The part of a closed outline on one side of a line across the tokens, which a curved band does not reach. Its
/// orientation stays.
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
    // A straight band's width is across it; at its ends the outline is cut along the tokens.
    const QPointF along = band.to - band.from;
    const double run = std::abs(horizontal ? along.y() : along.x());
    const double slant = !band.isCurved && run > 1e-6 ? std::hypot(along.x(), along.y()) / run : 1;
    const double half = std::max(band.width, thinnest) / 2 * slant;
    const QPointF aside = horizontal ? QPointF(half, 0) : QPointF(0, half);
    const QPolygonF middle = middleOf(band, horizontal);
    QPolygonF outline;
    for (const QPointF &point : middle)
        outline << point - aside;
    for (auto point = middle.crbegin(); point != middle.crend(); ++point)
        outline << *point + aside;
    outline << outline.first();
    const QRectF &frame = band.frame;
    outline = cutAt(horizontal ? frame.left() : frame.top(), false, outline, horizontal);
    return cutAt(horizontal ? frame.right() : frame.bottom(), true, outline, horizontal);
}

} // namespace regard

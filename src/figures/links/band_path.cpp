#include "figures/links/band_path.h"

#include <algorithm>
#include <cmath>

#include <QPolygonF>

#include "figures/links/band_layer.h"

namespace regard {

QPainterPath bandPath(QPointF from, QPointF to, double width, int dashes, bool vertical)
{
    QPainterPath path;
    const QPointF run = to - from;
    const double across = std::abs(vertical ? run.y() : run.x());
    if (across < 1e-6)
        return path;
    const double half = width / 2 * std::hypot(run.x(), run.y()) / across;
    const QPointF side = vertical ? QPointF(half, 0) : QPointF(0, half);
    for (int dash = 0; dash < std::max(1, dashes); ++dash) {
        const auto [start, end] = dashSpan(dashes, dash);
        const QPointF first = from + start * run;
        const QPointF last = from + end * run;
        path.addPolygon(QPolygonF({first - side, last - side, last + side, first + side}));
        path.closeSubpath();
    }
    return path;
}

} // namespace regard

#include "views/links/band_path.h"

#include <algorithm>
#include <cmath>

#include <QPolygonF>

#include "views/links/band_layer.h"
#include "views/links/link_curve.h"

namespace regard {

namespace {

/// A curve's points between which one cubic Bézier curve is the part from `start` to `end`.
struct CurvePart {
    QPointF points[4];

    CurvePart(QPointF from, QPointF to, double start, double end, bool vertical)
    {
        const QPointF run = to - from;
        const QPointF across = vertical ? QPointF(0, run.y()) : QPointF(run.x(), 0);
        const QPointF along = run - across;
        const double third = (end - start) / 3;
        points[0] = from + start * across + curveShare(start) * along;
        points[3] = from + end * across + curveShare(end) * along;
        points[1] = points[0] + third * (across + curveSlope(start) * along);
        points[2] = points[3] - third * (across + curveSlope(end) * along);
    }
};

} // namespace

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

QPainterPath curvedBandPath(QPointF from, QPointF to, double width, int dashes, bool vertical)
{
    QPainterPath path;
    const QPointF run = to - from;
    if (std::abs(vertical ? run.y() : run.x()) < 1e-6)
        return path;
    const QPointF side = vertical ? QPointF(width / 2, 0) : QPointF(0, width / 2);
    for (int dash = 0; dash < std::max(1, dashes); ++dash) {
        const auto [start, end] = dashSpan(dashes, dash);
        const CurvePart part(from, to, start, end, vertical);
        const QPointF(&points)[4] = part.points;
        path.moveTo(points[0] - side);
        path.cubicTo(points[1] - side, points[2] - side, points[3] - side);
        path.lineTo(points[3] + side);
        path.cubicTo(points[2] + side, points[1] + side, points[0] + side);
        path.closeSubpath();
    }
    return path;
}

QPainterPath curvePath(QPointF from, QPointF to, double start, double end, bool vertical)
{
    const CurvePart part(from, to, start, end, vertical);
    const QPointF(&points)[4] = part.points;
    QPainterPath path(points[0]);
    path.cubicTo(points[1], points[2], points[3]);
    return path;
}

} // namespace regard

#include "draw/outline.h"

namespace regard {

namespace {

constexpr double casing = 0.8; // on either side
constexpr double amber = outlineReach - 2 * casing;

QPainterPath aroundShape(const QPainterPath &shape, double width)
{
    QPainterPathStroker stroker;
    stroker.setWidth(2 * width);
    stroker.setJoinStyle(Qt::RoundJoin);
    return stroker.createStroke(shape).united(shape);
}

} // namespace

void paintOutline(QPainter &painter, const QPainterPath &shapes, double share)
{
    if (shapes.isEmpty())
        return;
    const QPainterPath inside = shapes.simplified();
    const QPainterPath inner = aroundShape(inside, share * casing);
    const QPainterPath middle = aroundShape(inside, share * (casing + amber));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(aroundShape(inside, share * outlineReach).subtracted(middle), QColor(outlineCasing));
    painter.fillPath(inner.subtracted(inside), QColor(outlineCasing));
    painter.fillPath(middle.subtracted(inner), QColor(outlineAmber));
    painter.restore();
}

} // namespace regard

#include "draw/outline.h"

namespace regard {

namespace {

constexpr double casing = 0.8; // on either side
constexpr double amber = 2.5;

QPainterPath aroundShape(const QPainterPath &shape, double width)
{
    QPainterPathStroker stroker;
    stroker.setWidth(2 * width);
    stroker.setJoinStyle(Qt::RoundJoin);
    return stroker.createStroke(shape).united(shape);
}

} // namespace

void paintOutline(QPainter &painter, const QPainterPath &shapes)
{
    if (shapes.isEmpty())
        return;
    const QPainterPath inside = shapes.simplified();
    const QPainterPath inner = aroundShape(inside, casing);
    const QPainterPath middle = aroundShape(inside, casing + amber);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(aroundShape(inside, 2 * casing + amber).subtracted(middle), QColor(outlineCasing));
    painter.fillPath(inner.subtracted(inside), QColor(outlineCasing));
    painter.fillPath(middle.subtracted(inner), QColor(outlineAmber));
    painter.restore();
}

} // namespace regard

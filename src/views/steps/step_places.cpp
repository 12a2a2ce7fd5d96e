#include "views/steps/step_places.h"

#include <algorithm>
#include <cmath>

namespace regard {

double Appearance::shownAt(double items) const
{
    if (items >= to)
        return 1;
    return std::clamp((items - from) / (to - from), 0.0, 1.0);
}

Appearance Appearance::part(int index, int count) const
{
    const double share = (to - from) / std::max(1, count);
    return {from + index * share, from + (index + 1) * share};
}

QRectF PlacedStrip::cell(int index) const
{
    if (upright)
        return {cells.left(), cells.top() + index * pitch, cells.width(), pitch};
    return {cells.left() + index * pitch, cells.top(), pitch, cells.height()};
}

int PlacedStrip::cellAt(QPointF point) const
{
    const double along = upright ? point.y() - cells.top() : point.x() - cells.left();
    return std::max(0, int(along / pitch));
}

QRectF PlacedBars::bar(int index, double share, bool isExact) const
{
    double thick = std::max(pitch * 0.62, std::min(pitch, 1.0));
    double offset = (pitch - thick) / 2;
    if (hasExact) {
        thick = std::max(pitch * (isExact ? 0.2 : 0.5), std::min(pitch, 1.0));
        offset = pitch * (isExact ? 0.66 : 0.12);
    }
    offset += index * pitch;
    const double start = lying ? base().x1() : base().y1();
    const double length = (lying ? plot.width() : plot.height()) * share / (isSigned ? 2 : 1);
    if (lying)
        return QRectF(start, plot.top() + offset, length, thick).normalized();
    return QRectF(plot.left() + offset, start - length, thick, length).normalized();
}

QLineF PlacedBars::base() const
{
    if (!isSigned)
        return lying ? QLineF(plot.topLeft(), plot.bottomLeft()) : QLineF(plot.bottomRight(), plot.bottomLeft());
    const QPointF middle = plot.center();
    return lying ? QLineF(middle.x(), plot.top(), middle.x(), plot.bottom())
                 : QLineF(plot.right(), middle.y(), plot.left(), middle.y());
}

int PlacedBars::barAt(QPointF point) const
{
    const double along = lying ? point.y() - plot.top() : point.x() - plot.left();
    return std::max(0, int(along / pitch));
}

} // namespace regard

#pragma once

#include <QPainterPath>
#include <QPointF>

namespace regard {

/// The outline of a straight band as rasterBands() fills it: its ends, and those of its dashes, cut at right angles to
/// the x axis, or to the y axis where `vertical`. Nothing where the band has no extent along that axis.
QPainterPath bandPath(QPointF from, QPointF to, double width, int dashes, bool vertical);

} // namespace regard

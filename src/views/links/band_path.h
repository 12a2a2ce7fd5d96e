#pragma once

#include <QPainterPath>
#include <QPointF>

namespace regard {

/// The outline of a straight band as rasterBands() fills it: its ends, and those of its dashes, cut at right angles to
/// the x axis, or to the y axis where `vertical`. Nothing where the band has no extent along that axis.
QPainterPath bandPath(QPointF from, QPointF to, double width, int dashes, bool vertical);

/// The outline of a band along a curve (views/links/link_curve.h), whose width is along the lines that it runs between.
QPainterPath curvedBandPath(QPointF from, QPointF to, double width, int dashes, bool vertical);

/// A curve from one share of its way across to another, 0 … 1: one cubic Bézier curve.
QPainterPath curvePath(QPointF from, QPointF to, double start, double end, bool vertical);

} // namespace regard

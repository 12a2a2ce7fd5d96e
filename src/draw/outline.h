#pragma once

#include <QColor>
#include <QPainter>
#include <QPainterPath>

namespace regard {

// How a picture shows what a text names: in amber with a dark casing, which both themes and every colour of a cell set
// off. Nothing else changes, and nothing inside is drawn over.

inline constexpr QRgb outlineAmber = qRgb(240, 163, 10);
inline constexpr QRgb outlineCasing = qRgb(23, 26, 33);

/// How far an outline reaches beyond its shape.
inline constexpr double outlineReach = 4.1;

/// Around shapes, whose insides stay as they are; shapes that touch have one outline. It reaches outlineReach times
/// `share`.
void paintOutline(QPainter &painter, const QPainterPath &shapes, double share = 1);

} // namespace regard

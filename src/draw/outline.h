#pragma once

#include <QColor>
#include <QPainter>
#include <QPainterPath>

namespace regard {

// How a picture shows what a text names: in amber with a dark casing, which both themes and every colour of a cell set
// off. Nothing else changes, and nothing inside is drawn over.

inline constexpr QRgb outlineAmber = qRgb(240, 163, 10);
inline constexpr QRgb outlineCasing = qRgb(23, 26, 33);

/// Around shapes, whose insides stay as they are; shapes that touch have one outline.
void paintOutline(QPainter &painter, const QPainterPath &shapes);

} // namespace regard

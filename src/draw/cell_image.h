#pragma once

#include <functional>

#include <QImage>
#include <QPainter>
#include <QRectF>

namespace regard {

/// Cells up to which a figure's file has a rectangle each; beyond, images.
inline constexpr long long mostVectorCells = 4096;

/// Whether what is painted goes into a file of vectors, SVG or PDF.
bool paintsVectors(const QPainter &painter);

/// Cells as one picture in `box`, without loss. A viewer that smooths a picture cannot blur them in a file of vectors:
/// there each is 8 × 8 equal pixels, or
/// as many as are asked for.
void paintCellImage(QPainter &painter, const QRectF &box, int rows, int columns,
                    const std::function<QRgb(int row, int column)> &colorAt, int mostPixelsOfCell = 8);

} // namespace regard

#pragma once

#include <QPainterPath>
#include <QRectF>

class QPainter;

namespace regard {

struct Theme;

/// The lines over what a mask forbids, from the lower left to the upper right, which go on from cell to cell. They are
/// cut by hand, because SVG files have no clipping.
class MaskHatch {
public:
    /// Fills a cell and takes its lines.
    void add(QPainter &painter, const QRectF &cell, const Theme &theme);
    /// The lines of all cells at once.
    void paint(QPainter &painter, const Theme &theme) const;

private:
    QPainterPath m_lines;
};

} // namespace regard

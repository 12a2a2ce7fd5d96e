#pragma once

#include <array>

#include <QPainterPath>
#include <QRectF>

#include "draw/theme.h"

class QPainter;

namespace regard {

/// The second mark of numbers below 0 where colour does not tell signs apart (ColorScheme::Greys): lines from the upper
/// left to the lower right, which go on from cell to cell. They are cut by hand, because SVG files have no clipping.
class SignHatch {
public:
    explicit SignHatch(const Theme &theme) : m_theme(theme) {}

    /// A cell that was filled with theme.diverging(place).
    void add(const QRectF &cell, double place);
    /// The lines of all cells, of each shade at once.
    void paint(QPainter &painter) const;

private:
    static constexpr int shades = 4;

    const Theme &m_theme;
    std::array<QPainterPath, 2 * shades> m_lines; ///< of each shade those under white and those under black numbers
};

} // namespace regard

#include "draw/mask_hatch.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "draw/theme.h"

namespace regard {

namespace {

constexpr double maskSpacing = 6;     ///< of lines x + y = c, along x
constexpr double smallestHatched = 3; ///< of a cell; below, the colour alone says masked

} // namespace

void MaskHatch::add(QPainter &painter, const QRectF &cell, const Theme &theme)
{
    painter.fillRect(cell, theme.masked);
    if (std::min(cell.width(), cell.height()) < smallestHatched)
        return;
    const double last = cell.right() + cell.bottom();
    for (double c = std::ceil((cell.left() + cell.top()) / maskSpacing) * maskSpacing; c < last; c += maskSpacing) {
        const double from = std::max(cell.left(), c - cell.bottom());
        const double to = std::min(cell.right(), c - cell.top());
        if (to <= from)
            continue;
        m_lines.moveTo(from, c - from);
        m_lines.lineTo(to, c - to);
    }
}

void MaskHatch::paint(QPainter &painter, const Theme &theme) const
{
    if (m_lines.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.maskLines, 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(m_lines);
    painter.restore();
}

} // namespace regard

#include "draw/sign_hatch.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

namespace regard {

namespace {

constexpr double signSpacing = 4;        ///< of lines x − y = c, along x
constexpr double leastSigned = 1 / 255.; ///< below, a cell looks as one of 0

} // namespace

void SignHatch::add(const QRectF &cell, double place)
{
    if (m_theme.scheme != ColorScheme::Greys || !std::isfinite(place) || place > -leastSigned)
        return;
    const bool isNumberBlack = m_theme.textOn(m_theme.diverging(place)) == Qt::black;
    const int shade = std::clamp(int(-place * shades), 0, shades - 1);
    QPainterPath &lines = m_lines[std::size_t(2 * shade + (isNumberBlack ? 1 : 0))];
    const double last = cell.right() - cell.top();
    for (double c = std::ceil((cell.left() - cell.bottom()) / signSpacing) * signSpacing; c < last; c += signSpacing) {
        const double from = std::max(cell.left(), cell.top() + c);
        const double to = std::min(cell.right(), cell.bottom() + c);
        if (to <= from)
            continue;
        lines.moveTo(from, from - c);
        lines.lineTo(to, to - c);
    }
}

void SignHatch::paint(QPainter &painter) const
{
    if (std::all_of(m_lines.begin(), m_lines.end(), [](const QPainterPath &lines) { return lines.isEmpty(); }))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].isEmpty())
            continue;
        const auto shade = int(i / 2);
        const QColor fill = QColor::fromRgb(m_theme.diverging((shade + 0.5) / shades));
        const QColor number = i % 2 == 1 ? Qt::black : Qt::white;
        const QColor away = i % 2 == 1 ? Qt::white : Qt::black;
        // Away from the colour of a number in the cell, except on the faintest cells, where nothing else is seen.
        const QColor ink = shade == 0 ? mixed(fill, number, 0.2) : mixed(fill, away, 0.6);
        painter.setPen(QPen(ink, 1, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(m_lines[i]);
    }
    painter.restore();
}

} // namespace regard

#include "figures/block_figure.h"

#include <algorithm>
#include <cmath>

#include <QPainterPath>

#include "figures/base/text_width.h"
#include "figures/base/token_label.h"

namespace regard {

namespace {

constexpr double margin = 6;
constexpr double sideRoom = 26; // for the residuals, and as much on the left
constexpr double widestBox = 240;
constexpr double lowestBox = 30;
constexpr double highestBox = 44;
constexpr double shortestWire = 12;
constexpr double longestWire = 24;
constexpr double wordsHeight = 20; // of a box without a frame
constexpr double secondHeight = 26;
constexpr double residualReach = 15;
constexpr double arrowLength = 6;
constexpr double arrowWidth = 3.2;

/// The largest type, up to `size`, in which the whole name fits: it is the name that the field uses.
QFont fitting(const QString &name, double size, double room, bool bold)
{
    constexpr double smallest = 8;
    while (size > smallest && textWidth(name, Theme::font(size, bold)) > room)
        size -= 0.5;
    return Theme::font(size, bold);
}

QFont fittingShape(const QString &shape, double size, double room)
{
    constexpr double smallest = 7;
    while (size > smallest && textWidth(shape, Theme::monospace(size)) > room)
        size -= 0.5;
    return Theme::monospace(size);
}

} // namespace

BlockFigure::BlockFigure(BlockData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    place(std::max(size.width(), 150.0), size.height());
    m_size.setHeight(std::max(m_size.height(), size.height()));
}

void BlockFigure::place(double width, double height)
{
    const int count = int(m_data.boxes.size());
    const auto framed = double(
        std::count_if(m_data.boxes.begin(), m_data.boxes.end(), [](const BlockBox &box) { return box.isFramed; }));
    const bool hasSecond = m_data.secondReader > 0;
    const double fixed = 2 * margin + (count - framed) * wordsHeight + (hasSecond ? secondHeight : 0);
    const double pitch = (height - fixed) / std::max(1.0, framed + 0.3 * (count - framed));
    const double boxHeight = std::clamp(std::floor(pitch * 0.66), lowestBox, highestBox);
    const double wire = std::clamp(std::floor(pitch - boxHeight), shortestWire, longestWire);
    const double boxWidth = std::min(widestBox, width - 2 * sideRoom);
    const double left = std::floor((width - boxWidth) / 2);

    m_boxes.assign(m_data.boxes.size(), {});
    double y = margin;
    for (int box = count - 1; box >= 0; --box) {
        const double high = m_data.boxes[std::size_t(box)].isFramed ? boxHeight : wordsHeight;
        m_boxes[std::size_t(box)] = QRectF(left, y, boxWidth, high);
        y += high;
        if (box == m_data.secondReader && hasSecond) {
            m_second = QRectF(2, y + shortestWire - 2, left + boxWidth / 2 - 8, secondHeight);
            y += secondHeight;
        }
        y += box > 0 ? wire : 0;
    }
    m_contentHeight = y + margin;
    m_size = QSizeF(width, m_contentHeight);
}

std::optional<int> BlockFigure::hit(QPointF point) const
{
    for (std::size_t box = 0; box < m_boxes.size(); ++box)
        if (m_boxes[box].contains(point))
            return int(box);
    if (m_second.contains(point))
        return int(m_boxes.size());
    return std::nullopt;
}

void BlockFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    for (int box = 0; box + 1 < int(m_boxes.size()); ++box)
        paintWire(painter, box);
    for (const BlockResidual &residual : m_data.residuals)
        paintResidual(painter, residual);
    for (int box = 0; box < int(m_boxes.size()); ++box)
        paintBox(painter, box);
    if (!m_second.isEmpty())
        paintSecond(painter);
}

void BlockFigure::paintArrow(QPainter &painter, QPointF tip, QPointF back) const
{
    const QPointF along = tip - back;
    const double length = std::hypot(along.x(), along.y());
    if (length <= 0)
        return;
    const QPointF unit = along / length;
    const QPointF across(-unit.y() * arrowWidth, unit.x() * arrowWidth);
    const QPointF base = tip - unit * arrowLength;
    QPainterPath head(tip);
    head.lineTo(base + across);
    head.lineTo(base - across);
    head.closeSubpath();
    painter.fillPath(head, m_theme.hatch);
}

void BlockFigure::paintWire(QPainter &painter, int lower) const
{
    const QRectF &from = m_boxes[std::size_t(lower)];
    const QRectF &to = m_boxes[std::size_t(lower) + 1];
    const QPointF start(from.center().x(), from.top());
    const QPointF end(to.center().x(), to.bottom() + 1);
    painter.setPen(QPen(m_theme.hatch, 1.5));
    painter.drawLine(start, end + QPointF(0, arrowLength / 2));
    paintArrow(painter, end, start);
}

void BlockFigure::paintResidual(QPainter &painter, const BlockResidual &residual) const
{
    const QRectF from = boxRect(residual.from);
    const QRectF to = boxRect(residual.to);
    // A box in the middle takes one way in from below and gives the next one out above it.
    const double leaves = from.top() + from.height() * 0.28;
    const double enters = to.bottom() - to.height() * 0.28;
    const double x = from.right() + residualReach;
    const QPointF tip(to.right() + 1, enters);
    QPainterPath way(QPointF(from.right(), leaves));
    way.lineTo(x, leaves);
    way.lineTo(x, enters);
    way.lineTo(tip + QPointF(arrowLength / 2, 0));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.hatch, 1.5));
    painter.drawPath(way);
    paintArrow(painter, tip, QPointF(x, enters));
}

void BlockFigure::paintBox(QPainter &painter, int box) const
{
    const BlockBox &content = m_data.boxes[std::size_t(box)];
    const QRectF place = boxRect(box);
    const bool isSelected = box == m_data.selected;
    const double size = place.height() >= 38 ? 12 : 11;
    if (!content.isFramed) {
        const QFont font = fitting(content.name, 11, place.width(), false);
        drawToken(painter, place, Qt::AlignHCenter, elidedToken(content.name, font, place.width()), font,
                  m_theme.muted);
        return;
    }
    paintFrame(painter, content, place, isSelected);
    const double room = place.width() - 8;
    const QFont font = fitting(content.name, size, room, isSelected);
    const bool isOff = !content.off.isEmpty();
    const QString &below = isOff ? content.off : content.shape;
    const QFont small = isOff ? fitting(below, size - 1, room, true) : fittingShape(below, size - 2, room);
    const QRectF upper(place.left() + 4, place.top() + place.height() * 0.08, room, place.height() * 0.48);
    const QRectF lower(place.left() + 4, place.top() + place.height() * 0.53, room, place.height() * 0.38);
    const bool hasShape = !below.isEmpty() && (isOff || m_theme.shows(small));
    drawToken(painter, hasShape ? upper : place, Qt::AlignHCenter, elidedToken(content.name, font, room), font,
              m_theme.text);
    if (hasShape)
        drawToken(painter, lower, Qt::AlignHCenter, elidedToken(below, small, room), small,
                  isOff                 ? m_theme.error
                  : content.isPartlyOff ? m_theme.text
                                        : m_theme.muted);
}

void BlockFigure::paintFrame(QPainter &painter, const BlockBox &box, const QRectF &place, bool isSelected) const
{
    const bool isOff = !box.off.isEmpty();
    QPen frame(isSelected ? m_theme.accent : m_theme.border, isSelected ? 1.8 : 1);
    if (isOff || box.isPartlyOff)
        frame = QPen(isSelected ? m_theme.accent : m_theme.error, 1.5, Qt::DashLine);
    const QRectF inner = place.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setBrush(isSelected ? m_theme.accentSoft : isOff ? m_theme.panel : m_theme.control);
    painter.setPen(isOff ? QPen(m_theme.hatch, 1) : Qt::NoPen);
    painter.drawRoundedRect(inner, 5, 5);
    if (isOff) { // under the words, which stay readable
        painter.drawLine(inner.topLeft() + QPointF(2, 2), inner.bottomRight() - QPointF(2, 2));
        painter.drawLine(inner.bottomLeft() + QPointF(2, -2), inner.topRight() + QPointF(-2, 2));
    }
    painter.setPen(frame);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(inner, 5, 5);
}

void BlockFigure::paintSecond(QPainter &painter) const
{
    const QFont font = Theme::font(10);
    const QFont small = m_theme.numberFont(9);
    const double room = m_second.width();
    const QString name = elidedToken(m_data.second.name, font, room);
    const QRectF upper(m_second.left(), m_second.top(), room, m_second.height() / 2);
    drawToken(painter, upper, Qt::AlignRight, name, font, m_theme.muted);
    drawToken(painter, upper.translated(0, m_second.height() / 2), Qt::AlignRight,
              elidedToken(m_data.second.shape, small, room), small, m_theme.muted);
    const QRectF reader = boxRect(m_data.secondReader);
    const double x = std::max(reader.left() + 8, m_second.right() - textWidth(name, font) / 2);
    const QPointF start(x, m_second.top());
    const QPointF tip(x, reader.bottom() + 1);
    painter.setPen(QPen(m_theme.hatch, 1.5));
    painter.drawLine(start, tip + QPointF(0, arrowLength / 2));
    paintArrow(painter, tip, start);
}

} // namespace regard

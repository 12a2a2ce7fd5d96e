#include "views/block/block_figure.h"

#include <algorithm>
#include <cmath>

#include <QPainterPath>

#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double blockMargin = 6;
constexpr double sideRoom = 26; // for the residuals, and as much on the left
constexpr double widestBox = 240;
constexpr double lowestBox = 30;
constexpr double lowestPresentedBox = 26; // where the type is as large as it can be
constexpr double highestBox = 44;
constexpr double shortestWire = 12;
constexpr double shortestPresentedWire = 9;
constexpr double longestWire = 24;
constexpr double wordsHeight = 20; // of a box without a frame
constexpr double secondHeight = 26;
constexpr double residualReach = 15;
constexpr double laneWidth = 6;
constexpr double besideGap = 26; // for the arrows of states
constexpr double stateReach = 12;
constexpr double arrowLength = 6;
constexpr double blockArrowWidth = 3.2;

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

std::vector<std::vector<int>> rowsOf(const std::vector<BlockBox> &boxes)
{
    std::vector<std::vector<int>> rows;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (rows.empty() || !boxes[box].isBeside)
            rows.emplace_back();
        rows.back().push_back(int(box));
    }
    return rows;
}

} // namespace

BlockFigure::BlockFigure(BlockData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    place(std::max(size.width(), 150.0), size.height());
    m_size.setHeight(std::max(m_size.height(), size.height()));
}

void BlockFigure::place(double width, double height)
{
    m_rows = rowsOf(m_data.boxes);
    const int count = int(m_rows.size());
    const auto isFramed = [this](const std::vector<int> &row) {
        return m_data.boxes[std::size_t(row.front())].isFramed;
    };
    const auto framed = double(std::count_if(m_rows.begin(), m_rows.end(), isFramed));
    const bool hasSecond = m_data.secondReader > 0;
    const double fixed = 2 * blockMargin + (count - framed) * wordsHeight + (hasSecond ? secondHeight : 0);
    const double pitch = (height - fixed) / std::max(1.0, framed + 0.3 * (count - framed));
    const bool isPresented = m_theme.leastNumber > 0;
    const double boxHeight =
        std::clamp(std::floor(pitch * 0.66), isPresented ? lowestPresentedBox : lowestBox, highestBox);
    const double wire =
        std::clamp(std::floor(pitch - boxHeight), isPresented ? shortestPresentedWire : shortestWire, longestWire);
    const double boxWidth = std::min(widestBox, width - 2 * sideRoom);
    const double left = std::floor((width - boxWidth) / 2);

    m_boxes.assign(m_data.boxes.size(), {});
    double y = blockMargin;
    for (int i = count - 1; i >= 0; --i) {
        const std::vector<int> &row = m_rows[std::size_t(i)];
        const double high = isFramed(row) ? boxHeight : wordsHeight;
        const double wide = (boxWidth - besideGap * double(row.size() - 1)) / double(row.size());
        for (std::size_t column = 0; column < row.size(); ++column)
            m_boxes[std::size_t(row[column])] = QRectF(left + double(column) * (wide + besideGap), y, wide, high);
        y += high;
        if (hasSecond && std::find(row.begin(), row.end(), m_data.secondReader) != row.end()) {
            const double centre = boxRect(m_data.secondReader).center().x();
            m_second = QRectF(2, y + shortestWire - 2, centre - 8, secondHeight);
            y += secondHeight;
        }
        y += i > 0 ? wire : 0;
    }
    m_contentHeight = y + blockMargin;
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
    for (std::size_t row = 0; row + 1 < m_rows.size(); ++row)
        paintWires(painter, row);
    for (const BlockResidual &residual : m_data.residuals)
        paintResidual(painter, residual);
    for (int box = 0; box < int(m_boxes.size()); ++box)
        paintBox(painter, box);
    for (int box = 0; box < int(m_boxes.size()); ++box)
        paintStates(painter, box);
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
    const QPointF across(-unit.y() * blockArrowWidth, unit.x() * blockArrowWidth);
    const QPointF base = tip - unit * arrowLength;
    QPainterPath head(tip);
    head.lineTo(base + across);
    head.lineTo(base - across);
    head.closeSubpath();
    painter.fillPath(head, m_theme.hatch);
}

void BlockFigure::paintWires(QPainter &painter, std::size_t lower) const
{
    for (const int from : m_rows[lower])
        for (const int to : m_rows[lower + 1])
            if (!m_data.boxes[std::size_t(from)].isStart && !m_data.boxes[std::size_t(to)].isStart)
                paintWire(painter, boxRect(from), boxRect(to));
}

void BlockFigure::paintWire(QPainter &painter, const QRectF &from, const QRectF &to) const
{
    const QPointF start(from.center().x(), from.top());
    const QPointF end(to.center().x(), to.bottom() + 1);
    painter.setPen(QPen(m_theme.hatch, 1.5));
    if (start.x() == end.x()) {
        painter.drawLine(start, end + QPointF(0, arrowLength / 2));
        paintArrow(painter, end, start);
        return;
    }
    // Across just above the lower row, so that the arrow has room.
    const double across = start.y() - 3;
    painter.drawLine(start, QPointF(start.x(), across));
    painter.drawLine(QPointF(start.x(), across), QPointF(end.x(), across));
    painter.drawLine(QPointF(end.x(), across), end + QPointF(0, arrowLength / 2));
    paintArrow(painter, end, QPointF(end.x(), across));
}

/// Forward above backward, so that both have room between two boxes, and below what leaves for a higher box.
void BlockFigure::paintStates(QPainter &painter, int box) const
{
    const BlockBox &content = m_data.boxes[std::size_t(box)];
    if (content.states == StateWay::None)
        return;
    const QRectF place = boxRect(box);
    const bool isForward = content.states == StateWay::Forward;
    const double y = place.top() + place.height() * (isForward ? 0.44 : 0.76);
    const double along = isForward ? 1 : -1;
    const double enters = isForward ? place.left() - 1 : place.right() + 1;
    const double leaves = isForward ? place.right() : place.left();
    const bool hasStart = content.isBeside && m_data.boxes[std::size_t(box) - 1].isStart;
    const QPointF before(enters - along * (hasStart ? besideGap - 1 : stateReach), y);
    const QPointF after(leaves + along * stateReach, y);
    painter.setPen(QPen(m_theme.hatch, 1.5));
    painter.drawLine(before, QPointF(enters - along * arrowLength / 2, y));
    painter.drawLine(QPointF(leaves, y), after - QPointF(along * arrowLength / 2, 0));
    paintArrow(painter, {enters, y}, before);
    paintArrow(painter, after, {leaves, y});
}

void BlockFigure::paintResidual(QPainter &painter, const BlockResidual &residual) const
{
    const QRectF from = boxRect(residual.from);
    const QRectF to = boxRect(residual.to);
    // A box in the middle takes one way in from below and gives the next one out above it.
    const double leaves = from.top() + from.height() * 0.28;
    const double enters = to.bottom() - to.height() * 0.28;
    const double x = std::max(from.right(), to.right()) + residualReach + residual.lane * laneWidth;
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
        drawNotation(painter, lower, Qt::AlignHCenter, elidedToken(below, small, room), small,
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

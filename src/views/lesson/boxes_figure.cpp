#include "views/lesson/boxes_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <QFontMetricsF>

#include "draw/notation.h"
#include "draw/text_width.h"

namespace regard {

namespace {

constexpr double boxesMargin = 4;
constexpr double boxHeight = 28;
constexpr double boxesLineHeight = 16; // of a name's second line
constexpr int longName = 14;           // letters of a name that takes two lines
constexpr double boxesPadding = 9;     // beside a name
constexpr double shortGap = 22;        // between rows
constexpr double boxesLabelGap = 40;   // where arrows have words
constexpr double sideGap = 16;         // between boxes of a row
constexpr double laneGap = 14;         // between arrows beside the boxes
constexpr double tipLength = 7;
constexpr double tipWidth = 3.5;

QFont nameFont()
{
    return Theme::font(13);
}

QFont boxLabelFont()
{
    return Theme::font(11.5);
}

/// A long name breaks at the space nearest to its middle: a drawing that is wider than its lesson shrinks.
QString inLines(QString name)
{
    qsizetype best = -1;
    for (qsizetype at = name.indexOf(QLatin1Char(' ')); at >= 0; at = name.indexOf(QLatin1Char(' '), at + 1))
        if (best < 0 || std::abs(2 * at - name.size()) < std::abs(2 * best - name.size()))
            best = at;
    if (name.size() > longName && best >= 0)
        name[best] = QLatin1Char('\n');
    return name;
}

double widthOf(const QString &name)
{
    double width = 0;
    for (const QString &line : name.split(QLatin1Char('\n')))
        width = std::max(width, notationWidth(line, nameFont()));
    return width + 2 * boxesPadding;
}

} // namespace

BoxesFigure::BoxesFigure(BoxesData data, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_boxes(m_data.names.size()), m_rowOf(m_data.names.size()),
      m_placeOf(m_data.names.size())
{
    for (QString &name : m_data.names)
        name = inLines(name);
    placeBoxes();
    placeArrows();
}

/// Every row takes the same width and divides it evenly, so that boxes of equal rows stand below each other.
void BoxesFigure::placeBoxes()
{
    double width = 0;
    for (const std::vector<int> &row : m_data.rows) {
        double widest = 0;
        double gap = sideGap;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i] < 0)
                continue;
            widest = std::max(widest, widthOf(m_data.names[std::size_t(row[i])]));
            m_placeOf[std::size_t(row[i])] = int(i);
            m_rowOf[std::size_t(row[i])] = int(&row - m_data.rows.data());
        }
        for (const BoxArrow &arrow : m_data.arrows) { // words need room, between neighbours most
            const bool begins = std::count(row.begin(), row.end(), arrow.from) > 0;
            const bool ends = std::count(row.begin(), row.end(), arrow.to) > 0;
            const double words = arrow.label.isEmpty() ? 0 : notationWidth(arrow.label, boxLabelFont());
            if (begins && ends)
                gap = std::max(gap, words + 28);
            else if (begins || ends)
                widest = std::max(widest, 1.6 * words);
        }
        width = std::max(width, double(row.size()) * (widest + gap));
    }
    double y = boxesMargin;
    for (std::size_t r = 0; r < m_data.rows.size(); ++r) {
        const std::vector<int> &row = m_data.rows[r];
        const double share = width / double(row.size());
        const bool isTall = std::any_of(row.begin(), row.end(), [this](int box) {
            return box >= 0 && m_data.names[std::size_t(box)].contains(QLatin1Char('\n'));
        });
        const double height = boxHeight + (isTall ? boxesLineHeight : 0);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i] < 0)
                continue;
            const double own = widthOf(m_data.names[std::size_t(row[i])]);
            m_boxes[std::size_t(row[i])] = {boxesMargin + (double(i) + 0.5) * share - own / 2, y, own, height};
        }
        const bool hasWords = std::any_of(m_data.arrows.begin(), m_data.arrows.end(), [&](const BoxArrow &arrow) {
            return !arrow.label.isEmpty() && m_rowOf[std::size_t(arrow.from)] == int(r);
        });
        y += height + (r + 1 == m_data.rows.size() ? 0 : hasWords ? boxesLabelGap : shortGap);
    }
    m_size = {width + 2 * boxesMargin, y + boxesMargin};
}

/// Whether other boxes may stand in the straight way.
bool BoxesFigure::isDetour(const BoxArrow &arrow) const
{
    const int rows = std::abs(m_rowOf[std::size_t(arrow.from)] - m_rowOf[std::size_t(arrow.to)]);
    const int places = std::abs(m_placeOf[std::size_t(arrow.from)] - m_placeOf[std::size_t(arrow.to)]);
    return rows > 1 || (rows == 0 && places > 1);
}

/// Returns where on a box's edge an arrow stands: those that go to or from it share the edge in the order of their
/// other ends.
double BoxesFigure::portOf(int arrow, bool atTip) const
{
    const BoxArrow &mine = m_data.arrows[std::size_t(arrow)];
    const int box = atTip ? mine.to : mine.from;
    const auto otherEnd = [&](const BoxArrow &some) {
        return m_boxes[std::size_t(atTip ? some.from : some.to)].center().x();
    };
    int before = 0;
    int all = 0;
    for (std::size_t i = 0; i < m_data.arrows.size(); ++i) {
        const BoxArrow &some = m_data.arrows[i];
        if ((atTip ? some.to : some.from) != box || isDetour(some) ||
            m_rowOf[std::size_t(some.from)] == m_rowOf[std::size_t(some.to)])
            continue;
        ++all;
        const bool isEarlier = otherEnd(some) < otherEnd(mine) || (otherEnd(some) == otherEnd(mine) && int(i) < arrow);
        before += isEarlier ? 1 : 0;
    }
    const QRectF &rect = m_boxes[std::size_t(box)];
    return rect.left() + rect.width() * (before + 1) / (all + 1);
}

void BoxesFigure::placeArrows()
{
    double lane = m_size.width() - boxesMargin;
    for (int i = 0; i < int(m_data.arrows.size()); ++i) {
        const BoxArrow &arrow = m_data.arrows[std::size_t(i)];
        const QRectF &from = m_boxes[std::size_t(arrow.from)];
        const QRectF &to = m_boxes[std::size_t(arrow.to)];
        if (isDetour(arrow)) {
            m_paths.emplace_back();
            lane = placeLane(i, lane);
        } else if (from.top() == to.top()) {
            const bool isRight = to.left() > from.left();
            m_paths.push_back({{isRight ? from.right() : from.left(), from.center().y()},
                               {isRight ? to.left() : to.right(), to.center().y()}});
        } else {
            const bool isDown = to.top() > from.top();
            m_paths.push_back({{portOf(i, false), isDown ? from.bottom() : from.top()},
                               {portOf(i, true), isDown ? to.top() : to.bottom()}});
        }
    }
    m_size.setWidth(std::max(m_size.width(), lane + boxesMargin));
}

/// Leads an arrow out at the right, along the edge, and in from the right; returns how far to the right it reaches.
double BoxesFigure::placeLane(int arrow, double lane)
{
    const BoxArrow &mine = m_data.arrows[std::size_t(arrow)];
    const QRectF &from = m_boxes[std::size_t(mine.from)];
    const QRectF &to = m_boxes[std::size_t(mine.to)];
    const double x = lane + laneGap;
    // A little below the middle where it leaves and above it where it arrives, beside other arrows of the same boxes.
    m_paths[std::size_t(arrow)] = {{from.right(), from.center().y() + 5},
                                   {x, from.center().y() + 5},
                                   {x, to.center().y() - 5},
                                   {to.right(), to.center().y() - 5}};
    return x + (mine.label.isEmpty() ? 0 : notationWidth(mine.label, boxLabelFont()) + 8);
}

void BoxesFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF({}, m_size));
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < int(m_paths.size()); ++i)
        paintArrow(painter, i);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        painter.setPen(QPen(m_theme.accent, 1.2));
        painter.setBrush(m_theme.accentSoft);
        painter.drawRoundedRect(m_boxes[i], 5, 5);
        paintName(painter, m_boxes[i], m_data.names[i]);
    }
    for (int i = 0; i < int(m_paths.size()); ++i)
        paintLabel(painter, i);
}

/// Paints the name in the middle of its box, in as many lines as it has.
void BoxesFigure::paintName(QPainter &painter, const QRectF &box, const QString &name) const
{
    const QStringList lines = name.split(QLatin1Char('\n'));
    const double height = QFontMetricsF(nameFont()).lineSpacing();
    double y = box.center().y() - height * double(lines.size()) / 2;
    for (const QString &line : lines) {
        drawNotation(painter, {box.left(), y, box.width(), height}, Qt::AlignHCenter, line, nameFont(), m_theme.text);
        y += height;
    }
}

void BoxesFigure::paintArrow(QPainter &painter, int arrow) const
{
    const std::vector<QPointF> &corners = path(arrow);
    const QPointF tip = corners.back();
    const QPointF back = corners[corners.size() - 2];
    const double length = std::hypot(tip.x() - back.x(), tip.y() - back.y());
    const QPointF along = length > 0 ? (tip - back) / length : QPointF(0, 1);
    const QPointF across(-along.y(), along.x());
    std::vector<QPointF> line = corners;
    line.back() = tip - along * tipLength;
    painter.setPen(QPen(m_theme.muted, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line.data(), int(line.size()));
    const QPointF head[]{tip, tip - along * tipLength + across * tipWidth, tip - along * tipLength - across * tipWidth};
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.muted);
    painter.drawPolygon(head, 3);
}

/// Paints the label on a cut-out of the paper in the middle of the arrow; beside the boxes, at the right of its lane.
void BoxesFigure::paintLabel(QPainter &painter, int arrow) const
{
    const QString &label = m_data.arrows[std::size_t(arrow)].label;
    if (label.isEmpty())
        return;
    const std::vector<QPointF> &corners = path(arrow);
    const double width = notationWidth(label, boxLabelFont()) + 4;
    constexpr double height = 16;
    // Nearer to the row with more boxes, where the arrows stand further apart.
    const auto boxesBeside = [this](int box) { return m_data.rows[std::size_t(m_rowOf[std::size_t(box)])].size(); };
    const BoxArrow &mine = m_data.arrows[std::size_t(arrow)];
    const bool spreads = boxesBeside(mine.to) > boxesBeside(mine.from);
    const double t = spreads ? 0.6 : boxesBeside(mine.to) < boxesBeside(mine.from) ? 0.4 : 0.5;
    QPointF center = corners.front() + t * (corners.back() - corners.front());
    if (corners.size() == 4)
        center = {corners[1].x() + width / 2 + 3, (corners[1].y() + corners[2].y()) / 2};
    else if (corners[0].y() == corners[1].y())
        center.ry() -= height / 2 + 1;
    const QRectF place(center.x() - width / 2, center.y() - height / 2, width, height);
    painter.fillRect(place, m_theme.panel);
    drawNotation(painter, place, Qt::AlignHCenter, label, boxLabelFont(), m_theme.text);
}

} // namespace regard

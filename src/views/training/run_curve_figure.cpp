#include "views/training/run_curve_figure.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/training/curve_plot.h"

namespace regard {

namespace {

constexpr double runFontSize = 14;
constexpr double runLineHeight = 18; ///< of text
constexpr double runTop = 14;        ///< above the plot, for the ball of the present step
constexpr double runTextGap = 8;
constexpr double runBall = 6;
constexpr double runDot = 4; ///< half of a mark's width
constexpr double leastRunWidth = 160;
constexpr double leastRunHeight = 24;
constexpr double lowRunHeight = 64; ///< from which on numbers stand beside the plot
constexpr double firstSteps = 50;   ///< that the axis has room for before any was taken
constexpr double stepTickSpace = 110;
constexpr double runShares[] = {0, 0.5, 1};

QFont runFont(bool isBold = false)
{
    return Theme::font(runFontSize, isBold);
}

QString percent(double share)
{
    return QStringLiteral("%1 %").arg(100 * share);
}

QString stepNumber(double step)
{
    return QString::number(step, 'g', 7);
}

/// The value of a line at a step, between the points beside it; nothing where it has none.
std::optional<double> valueAt(const std::vector<QPointF> &points, double step)
{
    const auto after = std::find_if(points.begin(), points.end(), [&](const QPointF &p) { return p.x() >= step; });
    if (after == points.end())
        return points.empty() ? std::nullopt : std::optional(points.back().y());
    if (after == points.begin() || after->x() == step)
        return after->y();
    const QPointF before = *(after - 1);
    return before.y() + (after->y() - before.y()) * (step - before.x()) / (after->x() - before.x());
}

/// Whether a stretch of a line runs through a box.
bool crosses(const QRectF &box, QPointF from, QPointF to)
{
    if (box.contains(from) || box.contains(to))
        return true;
    const QLineF line(from, to);
    const QPointF corners[] = {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()};
    for (int i = 0; i < 4; ++i)
        if (line.intersects(QLineF(corners[i], corners[(i + 1) % 4]), nullptr) == QLineF::BoundedIntersection)
            return true;
    return false;
}

} // namespace

QColor lossInk(const Theme &theme)
{
    return theme.dark ? QColor(0xc4, 0x9b, 0xf5) : QColor(0x6b, 0x2f, 0xb3);
}

QColor rightInk(const Theme &theme)
{
    return theme.dark ? QColor(0x55, 0xc9, 0x98) : QColor(0x00, 0x6e, 0x48);
}

RunCurveFigure::RunCurveFigure(RunCurveData data, QSizeF space, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme),
      m_size(std::max(space.width(), leastRunWidth), std::max(space.height(), leastRunHeight))
{
    placeAxes();
    if (hasLoss())
        placeNames();
    else
        placeNamesAtEnds();
}

double RunCurveFigure::labelSize() const
{
    return runFontSize;
}

bool RunCurveFigure::hasLoss() const
{
    return std::any_of(m_data.lines.begin(), m_data.lines.end(), [](const auto &line) { return !line.isShare(); });
}

QColor RunCurveFigure::ink(const RunCurveData::Line &line) const
{
    switch (line.ink) {
    case RunCurveData::Ink::Loss:
        return lossInk(m_theme);
    case RunCurveData::Ink::Right:
        return rightInk(m_theme);
    case RunCurveData::Ink::Model:
        break;
    }
    return m_theme.headText(line.color);
}

void RunCurveFigure::placeAxes()
{
    double most = 0;
    for (const RunCurveData::Line &line : m_data.lines)
        for (const QPointF &point : line.points)
            if (!line.isShare() && std::isfinite(point.y()))
                most = std::max(most, point.y());
    const double largest = most > 0 ? most : 1;
    const std::vector<double> losses = roundNumbers(0, largest, 2);
    const double unit = losses.size() > 1 ? losses[1] : 1;
    m_mostLoss = std::ceil(largest / unit - 1e-9) * unit;

    m_isLow = m_size.height() < lowRunHeight;
    double left = textWidth(percent(1), runFont());
    double right = left;
    if (hasLoss()) {
        left = 0;
        for (const double share : runShares)
            left = std::max(left, textWidth(QString::number(share * m_mostLoss, 'g', 3), runFont()));
    } else {
        right = 0;
        for (const RunCurveData::Line &line : m_data.lines)
            right = std::max(right, textWidth(line.name, runFont(true)));
        right = std::min(right, m_size.width() / 3);
    }
    const double top = runTop + (m_data.note.isEmpty() || m_isLow ? 0 : runLineHeight);
    m_plot = QRectF(left + runTextGap, top, m_size.width() - left - right - 2 * runTextGap,
                    m_size.height() - top - (m_isLow ? 2 : runLineHeight + 4));

    const double wanted = std::max(firstSteps, 1.1 * m_data.step);
    const std::vector<double> ticks = roundNumbers(0, wanted, std::max(1, int(m_plot.width() / stepTickSpace)));
    const double between = ticks.size() > 1 ? ticks[1] : wanted;
    m_lastStep = std::ceil(wanted / between - 1e-9) * between;
    for (double tick = 0; tick <= m_lastStep + between / 2; tick += between)
        m_stepTicks.push_back(tick);
}

QPointF RunCurveFigure::placeLoss(QPointF value) const
{
    return {m_plot.left() + m_plot.width() * value.x() / m_lastStep,
            m_plot.bottom() - m_plot.height() * std::clamp(value.y() / m_mostLoss, 0.0, 1.0)};
}

QPointF RunCurveFigure::placeShare(QPointF value) const
{
    return {m_plot.left() + m_plot.width() * value.x() / m_lastStep,
            m_plot.bottom() - m_plot.height() * std::clamp(value.y(), 0.0, 1.0)};
}

QPointF RunCurveFigure::place(const RunCurveData::Line &line, QPointF value) const
{
    return line.isShare() ? placeShare(value) : placeLoss(value);
}

QPointF RunCurveFigure::placeMark(std::size_t mark) const
{
    const double step = m_data.marks[mark].step;
    for (const RunCurveData::Line &line : m_data.lines)
        if (line.isShare())
            return placeShare({step, valueAt(line.points, step).value_or(0)});
    return placeShare({step, 0});
}

int RunCurveFigure::markAt(QPointF point) const
{
    constexpr double reach = 10;
    for (std::size_t i = 0; i < m_data.marks.size(); ++i)
        if (QLineF(placeMark(i), point).length() <= reach || m_markNames[i].contains(point))
            return int(i);
    return -1;
}

/// Places names beside the ends of the lines, in their order from above, none over another.
void RunCurveFigure::placeNamesAtEnds()
{
    m_lineNames.assign(m_data.lines.size(), {});
    m_markNames.assign(m_data.marks.size(), {});
    std::vector<std::pair<double, std::size_t>> ends;
    for (std::size_t i = 0; i < m_data.lines.size(); ++i) {
        const auto &points = m_data.lines[i].points;
        ends.emplace_back(points.empty() ? m_plot.bottom() : placeShare(points.back()).y(), i);
    }
    std::stable_sort(ends.begin(), ends.end());
    double free = m_plot.top() - runLineHeight / 2;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const double below = m_plot.bottom() + runLineHeight / 2 - double(ends.size() - i) * runLineHeight;
        const double top = std::max(free, std::min(ends[i].first - runLineHeight / 2, below));
        m_lineNames[ends[i].second] =
            QRectF(m_plot.right() + runTextGap, top, m_size.width() - m_plot.right() - runTextGap, runLineHeight);
        free = top + runLineHeight;
    }
}

bool RunCurveFigure::isFree(const QRectF &box) const
{
    if (!m_plot.adjusted(0, -2, 0, 2).contains(box))
        return false;
    for (const auto *names : {&m_lineNames, &m_markNames})
        for (const QRectF &name : *names)
            if (name.intersects(box))
                return false;
    const double now = placeShare({m_data.step, 0}).x();
    if (box.left() - 3 < now && now < box.right() + 3)
        return false;
    for (std::size_t i = 0; i < m_data.marks.size(); ++i)
        if (box.adjusted(-runDot, -runDot, runDot, runDot).contains(placeMark(i)))
            return false;
    for (const RunCurveData::Line &line : m_data.lines)
        for (std::size_t i = 1; i < line.points.size(); ++i)
            if (crosses(box, place(line, line.points[i - 1]), place(line, line.points[i])))
                return false;
    return true;
}

/// The first box above, below or beside one of the anchors in which nothing is drawn; empty: there is none.
QRectF RunCurveFigure::freePlace(QSizeF size, const std::vector<QPointF> &anchors, bool isBeside) const
{
    const double away = runDot + 3;
    for (const QPointF &at : anchors) {
        std::vector<QPointF> corners{{at.x() - size.width() / 2, at.y() - away - size.height()},
                                     {at.x() - size.width() / 2, at.y() + away}};
        if (isBeside)
            for (const double x : {at.x() + away, at.x() - away - size.width()})
                for (const double y : {-1.0, -0.5, 0.0})
                    corners.emplace_back(x, at.y() + y * size.height());
        for (const QPointF &corner : corners)
            if (const QRectF box(corner, size); isFree(box))
                return box;
    }
    return {};
}

void RunCurveFigure::placeNames()
{
    for (const RunCurveData::Line &line : m_data.lines) {
        std::vector<QPointF> anchors;
        const std::size_t count = line.points.size();
        for (const double part : {0.2, 0.8, 0.5, 0.35, 0.65, 0.1, 0.9})
            if (count > 1)
                anchors.push_back(place(line, line.points[std::size_t(part * double(count - 1))]));
        const QSizeF size(textWidth(line.name, runFont(true)), runLineHeight);
        m_lineNames.push_back(freePlace(size, anchors, false));
    }
    for (std::size_t i = 0; i < m_data.marks.size(); ++i) {
        const QSizeF size(textWidth(m_data.marks[i].name, runFont()), runLineHeight);
        m_markNames.push_back(freePlace(size, {placeMark(i)}, true));
    }
}

void RunCurveFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.paper);
    if (!m_data.note.isEmpty() && !m_isLow)
        drawToken(painter, QRectF(0, 0, m_size.width(), runLineHeight), Qt::AlignRight,
                  elidedToken(m_data.note, runFont(), m_size.width()), runFont(), m_theme.muted);
    paintAxes(painter);
    paintLines(painter);
    paintMarks(painter);
}

void RunCurveFigure::paintAxes(QPainter &painter) const
{
    const FigureGroup group(painter, "axes");
    const bool twoAxes = hasLoss();
    for (const double share : runShares) {
        const double y = std::round(placeShare({0, share}).y()) + 0.5;
        painter.fillRect(QRectF(m_plot.left(), y - 0.5, m_plot.width(), 1), m_theme.border);
        if (m_isLow)
            continue;
        const QRectF left(0, y - runLineHeight / 2, m_plot.left() - runTextGap, runLineHeight);
        drawToken(painter, left, Qt::AlignRight, twoAxes ? QString::number(share * m_mostLoss, 'g', 3) : percent(share),
                  runFont(), m_theme.muted);
        if (twoAxes)
            drawToken(painter,
                      QRectF(m_plot.right() + runTextGap, y - runLineHeight / 2,
                             m_size.width() - m_plot.right() - runTextGap, runLineHeight),
                      Qt::AlignLeft, percent(share), runFont(), m_theme.muted);
    }
    double free = 0;
    for (const double tick : m_isLow ? std::vector<double>() : m_stepTicks) {
        const bool isLast = tick == m_stepTicks.back();
        const QString text = isLast ? stepNumber(tick) + QLatin1Char(' ') + m_data.stepsUnit : stepNumber(tick);
        const double width = textWidth(text, runFont()) + 2;
        const double middle = placeShare({tick, 0}).x();
        // The last one ends with the plot: beside it stands the lowest share.
        const double end = twoAxes ? m_plot.right() : m_size.width();
        const double x =
            std::clamp(middle - textWidth(stepNumber(tick), runFont()) / 2, 0.0, std::max(0.0, end - width));
        if (x < free)
            continue;
        free = x + width + runTextGap;
        drawToken(painter, QRectF(x, m_plot.bottom() + 4, width, runLineHeight), Qt::AlignLeft, text, runFont(),
                  m_theme.muted);
    }
}

void RunCurveFigure::paintLines(QPainter &painter) const
{
    const double now = std::round(placeShare({m_data.step, 0}).x()) + 0.5;
    painter.setPen(QPen(m_theme.accent, 2));
    painter.drawLine(QPointF(now, m_plot.top() - runBall), QPointF(now, m_plot.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accent);
    painter.drawEllipse(QPointF(now, m_plot.top() - runBall), runBall, runBall);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_data.lines.size(); ++i) {
        const RunCurveData::Line &line = m_data.lines[i];
        QPainterPath path;
        bool isOpen = false;
        for (const QPointF &point : line.points) {
            const bool isNumber = std::isfinite(point.y());
            if (isNumber && isOpen)
                path.lineTo(place(line, point));
            else if (isNumber)
                path.moveTo(place(line, point));
            isOpen = isNumber;
        }
        QPen pen(ink(line), 2.5);
        pen.setJoinStyle(Qt::RoundJoin);
        if (line.isDashed)
            pen.setDashPattern({3, 1.5});
        painter.strokePath(path, pen);
        if (line.points.size() == 1 && isOpen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink(line));
            painter.drawEllipse(place(line, line.points.front()), 3, 3);
            painter.setBrush(Qt::NoBrush);
        }
        if (!m_lineNames[i].isEmpty())
            drawToken(painter, m_lineNames[i], Qt::AlignLeft,
                      elidedToken(line.name, runFont(true), m_lineNames[i].width() + 1), runFont(true), ink(line));
    }
}

void RunCurveFigure::paintMarks(QPainter &painter) const
{
    for (std::size_t i = 0; i < m_data.marks.size(); ++i) {
        const QColor color = m_theme.headText(m_data.marks[i].color);
        painter.setPen(QPen(color, 2));
        painter.setBrush(m_theme.panel);
        painter.drawEllipse(placeMark(i), runDot, runDot);
        if (!m_markNames[i].isEmpty())
            drawToken(painter, m_markNames[i], Qt::AlignLeft, m_data.marks[i].name, runFont(), color);
    }
    painter.setBrush(Qt::NoBrush);
}

} // namespace regard

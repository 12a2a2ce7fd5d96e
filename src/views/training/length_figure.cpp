#include "views/training/length_figure.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <QPainter>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double lengthMargin = 8;
constexpr double lengthLeastWidth = 160;
constexpr double leastPlot = 90;
constexpr double naturalShare = 0.45;  ///< of the width, where the height follows
constexpr double lengthAxisWidth = 40; ///< of the numbers at the left
constexpr double lengthsHeight = 38;   ///< of the numbers below and their title
constexpr double lengthTick = 4;
constexpr double dot = 2.6; ///< half of a measured point's width
constexpr double tickGap = 4;

} // namespace

LengthFigure::LengthFigure(LengthData data, QSizeF space, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_size(std::max(space.width(), lengthLeastWidth), space.height())
{
    for (const CurveLine &model : m_data.models)
        for (const QPointF &point : model.points)
            m_longest = std::max(m_longest, point.x());
    const double width = m_size.width() - 2 * lengthMargin;
    const double top = lengthMargin + legendHeight(m_data.title, lines(), width) + dot;
    const double least = m_size.height() > 0 ? leastPlot : std::max(leastPlot, naturalShare * width);
    m_size.setHeight(std::max(m_size.height(), std::ceil(top + least + lengthsHeight + lengthMargin)));
    m_plot = QRectF(lengthMargin + lengthAxisWidth, top, width - lengthAxisWidth - dot,
                    m_size.height() - top - lengthsHeight - lengthMargin);
}

std::vector<const CurveLine *> LengthFigure::lines() const
{
    std::vector<const CurveLine *> all;
    for (const CurveLine &model : m_data.models)
        all.push_back(&model);
    return all;
}

QPointF LengthFigure::place(QPointF value) const
{
    return {m_plot.left() + m_plot.width() * value.x() / m_longest,
            m_plot.bottom() - m_plot.height() * std::clamp(value.y(), 0.0, 1.0)};
}

void LengthFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.paper);
    paintLegend(painter, m_data.title, lines(),
                QRectF(lengthMargin, lengthMargin, m_size.width() - 2 * lengthMargin, m_plot.top() - lengthMargin),
                m_theme);
    paintShares(painter);
    paintLengths(painter);
    for (const CurveLine &model : m_data.models) {
        const FigureGroup group(painter, "curve", model.color + 1);
        paintCurve(
            painter, model, [this](QPointF value) { return place(value); }, m_theme);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.head(model.color));
        for (const QPointF &point : model.points)
            if (std::isfinite(point.y()))
                painter.drawEllipse(place(point), dot, dot);
    }
}

void LengthFigure::paintShares(QPainter &painter) const
{
    const FigureGroup group(painter, "axes");
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = std::round(place({0, share}).y()) + 0.5;
        painter.fillRect(QRectF(m_plot.left(), y - 0.5, m_plot.width(), 1), m_theme.border);
        painter.fillRect(QRectF(m_plot.left() - lengthTick, y - 0.5, lengthTick, 1), m_theme.muted);
        drawToken(painter, QRectF(lengthMargin, y - curveLineHeight / 2, lengthAxisWidth - 7, curveLineHeight),
                  Qt::AlignRight, QString::number(share, 'g', 3), Theme::monospace(10), m_theme.muted);
    }
    painter.setPen(QPen(m_theme.muted, 1));
    painter.drawLine(m_plot.topLeft(), m_plot.bottomLeft());
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
}

/// The lengths that were measured, those alone that have room beside the one before.
void LengthFigure::paintLengths(QPainter &painter) const
{
    std::set<double> lengths;
    for (const CurveLine &model : m_data.models)
        for (const QPointF &point : model.points)
            lengths.insert(point.x());
    const QFont font = Theme::monospace(10);
    double free = 0;
    for (const double length : lengths) {
        const QPointF foot = place({length, 0});
        painter.setPen(QPen(m_theme.muted, 1));
        painter.drawLine(foot, foot + QPointF(0, lengthTick));
        const QString text = QString::number(length);
        const double half = textWidth(text, font) / 2;
        const double x = std::min(foot.x(), m_size.width() - 2 - half);
        if (x - half < free)
            continue;
        free = x + half + tickGap;
        drawToken(painter, QRectF(x - half - 2, m_plot.bottom() + lengthTick + 1, 2 * half + 4, curveLineHeight),
                  Qt::AlignHCenter, text, font, m_theme.muted);
    }
    const QFont plain = Theme::font(curveFontSize);
    drawToken(
        painter,
        QRectF(m_plot.left(), m_plot.bottom() + lengthTick + 1 + curveLineHeight, m_plot.width(), curveLineHeight),
        Qt::AlignHCenter, elidedToken(m_data.lengthTitle, plain, m_plot.width()), plain, m_theme.muted);
}

} // namespace regard

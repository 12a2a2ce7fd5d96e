// What is drawn around the cells of a heatmap: title, tokens, colour bar and legend.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "draw/even_number.h"
#include "draw/figure_group.h"
#include "draw/left_out.h"
#include "draw/spaced_labels.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

namespace {

constexpr double heatmapLabelsMargin = HeatmapFigure::margin;

struct HeatmapLabelsText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapFigure)
};

} // namespace

void HeatmapFigure::paintFrame(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_title.paint(painter, QRectF(heatmapLabelsMargin, 6, m_size.width() - 2 * heatmapLabelsMargin, 24), m_theme.text);
    paintNames(painter, true, true);
    paintSinks(painter);
    paintBelow(painter);
}

void HeatmapFigure::paintSideLabels(QPainter &painter) const
{
    if (m_data.queryLabel.isEmpty() && m_data.keyLabel.isEmpty())
        return;
    // The note stands in the corner that the labels of rows and columns leave.
    const QFont font = Theme::font(11);
    const double room = m_cells.left() - heatmapLabelsMargin - 6;
    const QRectF rows(heatmapLabelsMargin, m_cells.top() - 16, room, 14);
    drawToken(painter, rows, Qt::AlignRight, elidedToken(m_data.queryLabel + QStringLiteral(" ↓"), font, room), font,
              m_theme.muted);
    drawToken(painter, rows.translated(0, -16), Qt::AlignRight,
              elidedToken(m_data.keyLabel + QStringLiteral(" →"), font, room), font, m_theme.muted);
}

void HeatmapFigure::paintQueryLabels(QPainter &painter) const
{
    const FigureGroup group(painter, "queries");
    const double room = std::min(m_cells.left() - heatmapLabelsMargin - 6, m_theme.parts.inWindow ? 180.0 : 150.0);
    const QColor plain = m_theme.parts.inWindow ? m_theme.text : m_theme.muted;
    const std::vector<int> shown = shownQueries();
    if (int(shown.size()) < queryCount())
        LeftOut::noteName();
    for (const int i : shown) {
        const bool bold = i == m_data.query;
        const QFont font = Theme::nameFont(m_queryFont, bold);
        const QRectF row = cellRect(i, m_keys.first);
        const TokenMarks marks = marksOf(m_data.randomQueries, m_data.struckQueries, i, m_data.newQueries);
        const QRectF box(m_cells.left() - 6 - room, row.top(), room, row.height());
        drawToken(painter, box, Qt::AlignRight,
                  elidedToken(visibleToken(m_data.queries.at(i)), font, room - marksWidth(font, marks)), font,
                  bold                               ? m_theme.text
                  : isMarked(m_data.faintQueries, i) ? faintInk(m_theme.muted)
                                                     : plain,
                  marks);
    }
}

void HeatmapFigure::paintNames(QPainter &painter, bool ofQueries, bool ofKeys) const
{
    const FigureGroup group(painter, "axes");
    if (ofQueries)
        paintQueryLabels(painter);
    if (ofKeys)
        paintKeyLabels(painter);
    if (m_leavesOut)
        paintTicks(painter, ofQueries, ofKeys);
    if (ofQueries && ofKeys)
        paintSideLabels(painter);
}

void HeatmapFigure::paintBelow(QPainter &painter) const
{
    if (m_theme.parts.colorBar.value_or(true))
        paintColorBar(painter);
    if (m_theme.parts.legend.value_or(true))
        paintLegend(painter);
}

void HeatmapFigure::paintTicks(QPainter &painter, bool ofQueries, bool ofKeys) const
{
    constexpr double length = 3;
    const auto isShown = [](const std::vector<int> &shown, int token) {
        return std::binary_search(shown.begin(), shown.end(), token);
    };
    painter.setPen(QPen(m_theme.muted, 0.75));
    const std::vector<int> queries = shownQueries();
    for (int i = m_queries.first; ofQueries && i <= m_queries.second; ++i) {
        const QPointF end(m_cells.left() - 2, cellRect(i, m_keys.first).center().y());
        if (!isShown(queries, i))
            painter.drawLine(end, end - QPointF(length, 0));
    }
    const std::vector<int> keys = shownKeys();
    for (int i = m_keys.first; ofKeys && i <= m_keys.second; ++i) {
        const QPointF end(cellRect(m_queries.first, i).center().x(), m_cells.top() - 2);
        if (!isShown(keys, i))
            painter.drawLine(end, end - QPointF(0, length));
    }
}

QString HeatmapFigure::namedText() const
{
    if (!m_leavesOut || namesAll())
        return {};
    if (queryStep() == keyStep())
        return HeatmapLabelsText::tr("names: %1").arg(everyText(keyStep()));
    QStringList parts;
    if (queryStep() > 1)
        parts << HeatmapLabelsText::tr("names of queries: %1").arg(everyText(queryStep()));
    if (keyStep() > 1)
        parts << HeatmapLabelsText::tr("names of keys: %1").arg(everyText(keyStep()));
    return parts.join(QStringLiteral(" · "));
}

void HeatmapFigure::paintKeyLabels(QPainter &painter) const
{
    const FigureGroup group(painter, "keys");
    const double room = (m_cells.top() - titleHeight() - (m_theme.parts.inWindow ? 8 : 10)) / std::sin(radians());
    const QColor plain = m_theme.parts.inWindow ? m_theme.text : m_theme.muted;
    const std::vector<int> shown = shownKeys();
    if (int(shown.size()) < keyCount())
        LeftOut::noteName();
    for (const int i : shown) {
        const bool bold = i == m_data.key || (m_theme.parts.inWindow && m_data.isSaid(i));
        const QFont font = Theme::nameFont(m_keyFont, bold);
        const QRectF column = cellRect(m_queries.first, i);
        const TokenMarks marks = marksOf(m_data.randomKeys, m_data.struckKeys, i, m_data.newKeys);
        if (m_areKeysLevel) {
            const double line = 1.4 * m_keyFont;
            drawToken(painter, QRectF(column.left(), m_cells.top() - line - 3, column.width(), line), Qt::AlignHCenter,
                      visibleToken(m_data.keys.at(i)), font, bold ? m_theme.text : plain, marks);
            continue;
        }
        drawSlantedToken(painter, QPointF(column.center().x(), m_cells.top() - 6), leaning(), true,
                         elidedToken(visibleToken(m_data.keys.at(i)), font, room - marksWidth(font, marks)), font,
                         bold                            ? m_theme.text
                         : isMarked(m_data.faintKeys, i) ? faintInk(m_theme.muted)
                                                         : plain,
                         marks);
    }
}

void HeatmapFigure::paintColorBar(QPainter &painter) const
{
    const FigureGroup group(painter, "color-bar");
    const double width = std::clamp(m_cells.width(), 120.0, std::max(120.0, m_size.width() - m_cells.left() - 30));
    // Wider than a small heatmap, the bar moves to the left rather than beyond the edge.
    const double start =
        std::max(heatmapLabelsMargin, std::min(m_cells.left(), m_size.width() - width - 2 * heatmapLabelsMargin));
    const QRectF bar(start, m_cells.bottom() + 18, width, 9);
    const ColorBar colors = colorBar();
    colors.paintColors(painter, bar, m_theme);
    if (m_data.isOff)
        painter.fillRect(bar, offVeil());
    colors.paintTicks(painter, bar, m_theme);
    paintBarNames(painter, bar);
}

void HeatmapFigure::paintLegend(QPainter &painter) const
{
    const FigureGroup group(painter, "legend");
    double legend = m_cells.bottom() + (m_theme.parts.colorBar.value_or(true) ? 46 : 6);
    const auto line = [&legend] { return std::exchange(legend, legend + legendLineHeight); };
    if (m_hasNew)
        paintNewLegend(painter, line());
    if (!m_data.gone.isEmpty())
        paintGoneLegend(painter, line());
    if (m_data.isOff)
        paintOffLegend(painter, line());
    if (m_leavesOut)
        drawToken(painter, QRectF(m_cells.left(), line(), m_size.width() - m_cells.left(), 16), Qt::AlignLeft,
                  namedText(), Theme::font(11), m_theme.muted);
}

/// What the colours show, and below it how.
void HeatmapFigure::paintBarNames(QPainter &painter, const QRectF &bar) const
{
    const double room = std::min(bar.left() - 10, 120.0);
    const QFont label = Theme::font(11);
    drawToken(painter, QRectF(bar.left() - 8 - room, bar.top() - 3, room, 15), Qt::AlignRight,
              elidedToken(m_data.valueLabel, label, room), label, m_theme.muted);
    if (m_data.scaleText().isEmpty())
        return;
    const double right = bar.left() - tickReach();
    const double width = std::min(right - 2, 120.0);
    drawToken(painter, QRectF(right - width, bar.bottom() + 3, width, 15), Qt::AlignRight,
              elidedToken(m_data.scaleText(), label, width), label, m_theme.muted);
}

ColorBar HeatmapFigure::colorBar() const
{
    return {m_range, m_data.isDifference, m_data.hasScale() ? m_data.scale : std::nullopt};
}

double HeatmapFigure::tickReach() const
{
    return textWidth(colorBar().tickText(0, 4), Theme::monospace(10)) / 2 + 12;
}

void HeatmapFigure::paintOffLegend(QPainter &painter, double top) const
{
    const QRectF sample(std::max(heatmapLabelsMargin, std::min(m_cells.left(), m_size.width() - 240)), top + 2, 18, 12);
    painter.fillRect(sample, QColor::fromRgb(m_range.color(m_range.upper, m_theme)));
    painter.fillRect(sample, offVeil());
    paintOffFrame(painter, sample);
    const QFont font = Theme::font(m_theme.parts.inWindow ? 14 : 11);
    const double left = sample.right() + 6;
    const double room = m_size.width() - heatmapLabelsMargin - left;
    drawToken(painter, QRectF(left, top, room, 16), Qt::AlignLeft,
              elidedToken(HeatmapLabelsText::tr("switched off: its output is not used"), font, room), font,
              m_theme.muted);
}

void HeatmapFigure::paintGoneLegend(QPainter &painter, double top) const
{
    const double left = std::max(heatmapLabelsMargin, std::min(m_cells.left(), m_size.width() - 240));
    const double room = m_size.width() - heatmapLabelsMargin - left;
    const QFont font = Theme::font(m_theme.parts.inWindow ? 14 : 11);
    const QString text = HeatmapLabelsText::tr("gone: %1").arg(visibleToken(m_data.gone.join(QStringLiteral(", "))));
    drawToken(painter, QRectF(left, top, room, 16), Qt::AlignLeft,
              QFontMetricsF(font).elidedText(text, Qt::ElideRight, room), font, m_theme.muted);
}

void HeatmapFigure::paintNewLegend(QPainter &painter, double top) const
{
    const QRectF sample(std::max(heatmapLabelsMargin, std::min(m_cells.left(), m_size.width() - 240)), top + 2, 18, 12);
    painter.setPen(QPen(m_theme.border, 1));
    painter.setBrush(QColor::fromRgb(m_theme.diverging(0)));
    painter.drawRect(sample);
    paintDotsIn(painter, sample);
    const QFont font = Theme::font(m_theme.parts.inWindow ? 14 : 11);
    TokenMarks mark;
    mark.isNew = m_data.hasNewTokens();
    const double left = sample.right() + 6;
    const double room = m_size.width() - heatmapLabelsMargin - left;
    drawToken(painter, QRectF(left, top, room, 16), Qt::AlignLeft,
              elidedToken(m_data.newText(), font, room - marksWidth(font, mark)), font, m_theme.muted, mark);
}

} // namespace regard

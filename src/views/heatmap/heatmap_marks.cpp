// What is drawn over the cells of a heatmap: hatch, dots, gaps and numbers.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QPainterPath>

#include "draw/figure_group.h"
#include "draw/left_out.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

namespace {

constexpr double smallestMarked = 3; // of a cell; below, the colour alone says masked
constexpr double smallestGapped = 6;
constexpr double dotSpacing = 8;
constexpr double wideGapFrom = 20; // of a cell in the window

struct HeatmapMarksText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapFigure)
};

} // namespace

void HeatmapFigure::paintMarks(QPainter &painter) const
{
    if (queryCount() < 1 || keyCount() < 1)
        return;
    const FigureGroup group(painter, "marks");
    const QRectF cell = cellRect(m_queries.first, m_keys.first);
    const double side = std::min(cell.width(), cell.height());
    if (side >= smallestMarked) {
        paintHatch(painter);
        paintDots(painter);
        paintDropped(painter);
    }
    if (side >= smallestGapped)
        paintGaps(painter);
    paintFiltered(painter);
    if (m_data.isOff)
        painter.fillRect(m_cells, offVeil());
    if (cellNumbers().areShown())
        paintNumbers(painter);
    paintByHand(painter);
    paintSentenceBorders(painter);
    if (m_data.isOff)
        paintOffFrame(painter, m_cells);
}

/// What each query gave to no key; where it is named, with its name above.
void HeatmapFigure::paintSinks(QPainter &painter, bool isNamed) const
{
    if (m_data.sinks.empty() || queryCount() < 1 || keyCount() < 1)
        return;
    const FigureGroup group(painter, "sinks");
    const QRectF first = cellRect(m_queries.first, m_keys.first);
    const HeatmapNumbers numbers = cellNumbers();
    const int digits = numbers.digits();
    const QFont font = numbers.sinkFont(sinkRect(m_queries.first).adjusted(0, 0, -2, -2).size(), digits);
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        const double gap = first.height() >= smallestGapped ? 1 : 0;
        const QRectF cell = sinkRect(query).adjusted(0, 0, 0, -gap);
        const double share = m_data.sinks[std::size_t(query)];
        const QColor color = QColor::fromRgb(m_range.color(share, m_theme));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(cell, color);
        if (m_data.isOff)
            painter.fillRect(cell, offVeil());
        painter.setRenderHint(QPainter::Antialiasing);
        const QString text = numbers.sinkText(share, digits);
        QFont own = font;
        own.setBold(font.bold() && m_theme.isStrong(color.rgb()));
        if (numbers.areShown() && m_theme.shows(font) && textWidth(text, own) <= cell.width())
            drawToken(painter, cell, Qt::AlignHCenter, text, own,
                      m_data.isOff ? m_theme.text : m_theme.textOn(color.rgb()));
    }
    if (!isNamed)
        return;
    const QFont label = Theme::font(m_keyFont);
    const QRectF top = sinkRect(m_queries.first);
    const QString name = HeatmapMarksText::tr("sink");
    if (m_areKeysLevel)
        drawToken(painter, QRectF(top.left(), m_cells.top() - 1.4 * m_keyFont - 3, top.width(), 1.4 * m_keyFont),
                  Qt::AlignHCenter, name, label, m_theme.muted);
    else
        drawSlantedToken(painter, QPointF(top.center().x(), m_cells.top() - 6), leaning(), true, name, label,
                         m_theme.muted);
}

/// Fills the upper right corner of each cell that is set by hand or cut, with an edge that is seen on every colour.
void HeatmapFigure::paintByHand(QPainter &painter) const
{
    for (const HandLink &link : m_data.byHand) {
        if (link.query < m_queries.first || link.query > m_queries.second || link.key < m_keys.first ||
            link.key > m_keys.second)
            continue;
        const QRectF cell = cellRect(link.query, link.key);
        const double side = std::min({cell.width(), cell.height(), std::clamp(0.3 * cell.height(), 6.0, 14.0)});
        const QPointF corner = cell.topRight() + QPointF(-0.5, 0.5);
        painter.setPen(QPen(m_theme.panel, 1.5));
        painter.setBrush(m_theme.text);
        painter.drawPolygon(QPolygonF{corner, corner + QPointF(-side, 0), corner + QPointF(0, side)});
    }
    painter.setPen(Qt::NoPen);
}

/// A cross over each cell that dropout has set to 0. A masked cell was 0 before.
void HeatmapFigure::paintDropped(QPainter &painter) const
{
    if (m_data.dropped.empty())
        return;
    painter.setPen(QPen(m_theme.muted, 1));
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            if (!m_data.dropped[std::size_t(query * int(m_data.keys.size()) + key)] || isMasked(query, key))
                continue;
            const QRectF cell = cellRect(query, key);
            const double inset = std::min(cell.width(), cell.height()) * 0.25;
            const QRectF cross = cell.adjusted(inset, inset, -inset - 1, -inset - 1);
            painter.drawLine(cross.topLeft(), cross.bottomRight());
            painter.drawLine(cross.bottomLeft(), cross.topRight());
        }
    }
    painter.setPen(Qt::NoPen);
}

QColor HeatmapFigure::offVeil() const
{
    QColor veil = m_theme.panel;
    veil.setAlpha(140);
    return veil;
}

void HeatmapFigure::paintOffFrame(QPainter &painter, const QRectF &around) const
{
    QPen pen(m_theme.text, 1.5, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({4, 3});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(around.adjusted(0.75, 0.75, -0.75, -0.75));
    painter.setPen(Qt::NoPen);
}

void HeatmapFigure::paintFiltered(QPainter &painter) const
{
    if (!m_data.pair.isFiltered())
        return;
    QColor wash = m_theme.panel;
    wash.setAlpha(215);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        int first = m_keys.first; // of a run of cells that are left out
        for (int key = m_keys.first; key <= m_keys.second + 1; ++key) {
            const bool isOut = key <= m_keys.second && !m_data.pair.shows(query, key);
            if (!isOut && first < key)
                painter.fillRect(cellRect(query, first).united(cellRect(query, key - 1)), wash);
            if (!isOut)
                first = key + 1;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void HeatmapFigure::paintSentenceBorders(QPainter &painter) const
{
    const auto [query, key] = m_data.pair.borders();
    painter.setRenderHint(QPainter::Antialiasing, false);
    // The line is drawn in two colours, so that it is seen on light and on dark cells.
    for (const bool isOver : {false, true}) {
        painter.setPen(isOver ? QPen(m_theme.text, 1) : QPen(m_theme.panel, 3));
        if (query > m_queries.first && query <= m_queries.second) {
            const double y = std::round(cellRect(query, m_keys.first).top()) - 0.5;
            painter.drawLine(QPointF(m_cells.left(), y), QPointF(m_cells.right(), y));
        }
        if (key > m_keys.first && key <= m_keys.second) {
            const double x = std::round(cellRect(m_queries.first, key).left()) - 0.5;
            painter.drawLine(QPointF(x, m_cells.top()), QPointF(x, m_cells.bottom()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
}

void HeatmapFigure::paintHatch(QPainter &painter) const
{
    using Span = std::pair<double, double>;
    std::vector<std::vector<Span>> masked; // of each row, left and right of every run of masked cells, from the right
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        std::vector<Span> &spans = masked.emplace_back();
        for (int key = m_keys.second; key >= m_keys.first; --key) {
            if (!isMasked(query, key))
                continue;
            const QRectF cell = cellRect(query, key);
            if (key < m_keys.second && isMasked(query, key + 1))
                spans.back().first = cell.left();
            else
                spans.emplace_back(cell.left(), cell.right());
        }
    }
    // Lines x + y = c, cut to the cells by hand: SVG files have no clipping. A line continues from row to row as long
    // as the cells that it meets are masked.
    const double height = m_cells.height() / queryCount();
    const double spacing = std::clamp(std::min(m_cells.width() / keyCount(), height) / 2, 3.0, 7.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.maskLines, 1));
    const double last = m_cells.right() + m_cells.bottom();
    for (double c = std::ceil((m_cells.left() + m_cells.top()) / spacing) * spacing; c < last; c += spacing) {
        Span open(0, 0);
        const auto close = [&] {
            if (open.second > open.first)
                painter.drawLine(QPointF(open.second, c - open.second), QPointF(open.first, c - open.first));
        };
        for (int row = 0; row < queryCount(); ++row) {
            const double top = m_cells.top() + row * height;
            for (const Span &span : masked[std::size_t(row)]) {
                const Span piece(std::max(span.first, c - top - height), std::min(span.second, c - top));
                if (piece.second <= piece.first)
                    continue;
                if (std::abs(piece.second - open.first) > 1e-6) {
                    close();
                    open.second = piece.second;
                }
                open.first = piece.first;
            }
        }
        close();
    }
    painter.setPen(Qt::NoPen);
}

void HeatmapFigure::paintDots(QPainter &painter) const
{
    for (int query = m_queries.first; m_hasNew && query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key)
            if (isNew(query, key))
                paintDotsIn(painter, cellRect(query, key));
    }
}

void HeatmapFigure::paintDotsIn(QPainter &painter, const QRectF &cell) const
{
    const auto count = [](double length) { return std::clamp(int(length / dotSpacing), 1, 4); };
    const int columns = count(cell.width());
    const int rows = count(cell.height());
    const double side = std::min(1.6, 0.3 * std::min(cell.width(), cell.height()));
    QPainterPath dots;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const QPointF at(cell.left() + (column + 0.5) * cell.width() / columns,
                             cell.top() + (row + 0.5) * cell.height() / rows);
            dots.addRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(dots, m_theme.muted);
}

void HeatmapFigure::paintGaps(QPainter &painter) const
{
    const QRectF first = cellRect(m_queries.first, m_keys.first);
    const double gap = m_theme.parts.inWindow && std::min(first.width(), first.height()) >= wideGapFrom ? 2 : 1;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int key = m_keys.first; key <= m_keys.second; ++key) {
        painter.fillRect(QRectF(cellRect(m_queries.first, key).right() - gap, m_cells.top(), gap, m_cells.height()),
                         m_theme.panel);
    }
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        painter.fillRect(QRectF(m_cells.left(), cellRect(query, m_keys.first).bottom() - gap, m_cells.width(), gap),
                         m_theme.panel);
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

/// ".97", without the 0 that there is no room for.
void HeatmapFigure::paintLargeNumbers(QPainter &painter) const
{
    const HeatmapNumbers numbers = cellNumbers();
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            if (!m_data.hasNumber(query, key))
                continue;
            if (const QString text = numbers.largeText((*m_data.values)(query, key)); !text.isEmpty())
                drawToken(painter, cellRect(query, key).adjusted(0, 0, -2, -2), Qt::AlignHCenter, text,
                          numbers.largeFont(text), m_data.isOff ? m_theme.text : m_theme.textOn(cellColor(query, key)));
        }
    }
    painter.setPen(Qt::NoPen);
}

HeatmapNumbers HeatmapFigure::cellNumbers() const
{
    return {m_data, m_theme, cellRect(m_queries.first, m_keys.first).size(), m_queries, m_keys};
}

void HeatmapFigure::paintNumbers(QPainter &painter) const
{
    const HeatmapNumbers numbers = cellNumbers();
    if (numbers.areLargeAlone())
        return paintLargeNumbers(painter);
    const QRectF first = cellRect(m_queries.first, m_keys.first);
    const int digits = numbers.digits();
    const int characters = numbers.characters(digits);
    const QFont font = numbers.font(first.adjusted(0, 0, -1, -1).size(), characters);
    if (Theme::leastType() > 0 && textWidth(QString(characters - 1, u'0'), font) > first.width())
        return LeftOut::notePart(LeftOut::cellNumbers());
    if (!m_theme.shows(font)) {
        if (m_theme.parts.numbers.value_or(false))
            LeftOut::noteName();
        return;
    }
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            if (!m_data.hasNumber(query, key))
                continue;
            const QRectF cell = cellRect(query, key).adjusted(0, 0, -1, -1);
            const QString text = numbers.textIn(cell.width(), double((*m_data.values)(query, key)), digits, font);
            if (text.isEmpty())
                continue;
            const QRgb fill = cellColor(query, key);
            QFont own = font;
            own.setBold(font.bold() && m_theme.isStrong(fill));
            drawToken(painter, cell, Qt::AlignHCenter, text, own, m_data.isOff ? m_theme.text : m_theme.textOn(fill));
        }
    }
    painter.setPen(Qt::NoPen);
}

} // namespace regard

#include "figures/heatmap_figure.h"

#include <algorithm>
#include <cmath>

#include <QImage>

#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double margin = 12;
constexpr double pi = 3.14159265358979;
constexpr double labelEnd = 6; ///< between a slanted label and its cell
constexpr double slant = 60;
constexpr double colorBarHeight = 52;
constexpr int largestVectorSide = 128;
constexpr double smallestHatched = 3; // of a cell; below, the colour alone says masked
constexpr double smallestGapped = 6;

double widest(const QStringList &tokens, double fontSize)
{
    const QFontMetricsF metrics(Theme::font(fontSize, true));
    double width = 10;
    for (const QString &token : tokens) {
        width = std::max(width, metrics.horizontalAdvance(visibleToken(token)));
    }
    return width;
}

double niceAbove(double value)
{
    for (const double nice : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5}) {
        if (value <= nice) {
            return nice;
        }
    }
    return 1;
}

/// Positions from first to last whose labels stand at least `least` apart; `kept` is always among them.
std::vector<int> spacedLabels(int first, int last, double pitch, double least, int kept)
{
    const int every = std::max(1, int(std::ceil(least / std::max(pitch, 1e-3))));
    std::vector<int> shown;
    for (int i = first; i <= last; ++i) {
        const bool near = kept >= first && kept <= last && i != kept && std::abs(i - kept) < every;
        if (i == kept || ((i - first) % every == 0 && !near)) {
            shown.push_back(i);
        }
    }
    return shown;
}

QString cellNumber(double value, bool isWeights, bool wide)
{
    if (!isWeights) {
        return QString::number(value, 'g', wide ? 5 : 3);
    }
    if (value > 0 && value < 0.0005 && wide) {
        return QString::number(value, 'g', 2);
    }
    return QString::number(value, 'f', wide ? 4 : 2);
}

} // namespace

ColorRange ColorRange::of(const Matrix &values, bool isWeights)
{
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double value = double(values.data()[i]);
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    if (lowest > highest) {
        return {};
    }
    if (isWeights) {
        return {0, highest > 0 ? niceAbove(highest) : 1, false};
    }
    if (lowest < 0) {
        const double reach = std::max(-lowest, highest);
        return {-reach, reach, true};
    }
    if (lowest == highest) {
        return {0, highest > 0 ? highest : 1, false};
    }
    return {lowest, highest, false};
}

QRgb ColorRange::color(double value, const Theme &theme) const
{
    if (!std::isfinite(value)) {
        return theme.masked.rgb();
    }
    if (diverging) {
        return theme.diverging(value / std::max(std::abs(lower), std::abs(upper)));
    }
    return theme.sequential((value - lower) / (upper - lower));
}

HeatmapFigure::HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme)
    : HeatmapFigure(data, size, theme, {0, int(data.queries.size()) - 1}, {0, int(data.keys.size()) - 1})
{
}

HeatmapFigure::HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme, std::pair<int, int> queries,
                             std::pair<int, int> keys)
    : m_data(std::move(data)), m_theme(theme), m_size(size), m_queries(queries), m_keys(keys)
{
    if (!m_data.values) {
        m_data.values = std::make_shared<const Matrix>();
    }
    const int rows = std::min(int(m_data.queries.size()), int(m_data.values->rows()));
    const int columns = std::min(int(m_data.keys.size()), int(m_data.values->cols()));
    m_queries = {std::max(0, queries.first), std::min(queries.second, rows - 1)};
    m_keys = {std::max(0, keys.first), std::min(keys.second, columns - 1)};
    m_range = ColorRange::of(*m_data.values, m_data.isWeights);
    place();
}

void HeatmapFigure::place()
{
    const double title = m_data.title.isEmpty() ? 0 : 26;
    const double room = std::min(m_size.width(), m_size.height());
    // Room for the tokens, the one in focus in bold, and for the label beside the colour bar.
    const double labelled = std::max({widest(m_data.queries, 13), widest({m_data.valueLabel}, 11) + 8,
                                      widest({m_data.queryLabel, m_data.keyLabel}, 11) + 20});
    const double left = std::min({labelled + 8, 130.0, m_size.width() * 0.3});
    const double radians = slant * pi / 180;
    const double labels = std::min({widest(m_data.keys, 12), 110.0, room * 0.28});
    const double top = title + std::max(labels * std::sin(radians), m_data.keyLabel.isEmpty() ? 0.0 : 34.0) + 12;
    double width = 0;
    double height = 0;
    double right = margin + labels * std::cos(radians);
    QRectF space;
    const bool isSmall = keyCount() <= largestVectorSide && queryCount() <= largestVectorSide;
    // Once more with what the slanted labels need beside cells of that width, which is less than the longest of them.
    for (int pass = 0; pass < (isSmall ? 2 : 1); ++pass) {
        if (pass > 0)
            right = margin + overhang(width, labels) * std::cos(radians);
        space = QRectF(margin + left, margin + top, std::max(20.0, m_size.width() - margin - left - right),
                       std::max(20.0, m_size.height() - 2 * margin - top - colorBarHeight));
        width = space.width() / std::max(1, keyCount());
        height = space.height() / std::max(1, queryCount());
        if (isSmall) {
            width = std::min({width, height * 1.5, 130.0});
            height = std::min({height, width * 1.2, 90.0});
        }
    }
    const QSizeF cells(width * std::max(1, keyCount()), height * std::max(1, queryCount()));
    const double shift = std::max(0.0, (m_size.width() - (left + cells.width() + right + margin)) / 2);
    m_cells = QRectF(space.topLeft() + QPointF(shift, 0), cells);
    m_queryFont = std::clamp(std::floor(height * 0.62), 9.0, 13.0);
    m_keyFont = std::clamp(std::floor(width * 0.62), 9.0, 13.0);
}

double HeatmapFigure::overhang(double cellWidth, double longest) const
{
    double most = 0;
    for (int key = m_keys.first; key <= m_keys.second; ++key) {
        const double label = std::min(longest, widest({m_data.keys.at(key)}, 12) + labelEnd);
        most = std::max(most, label - (m_keys.second - key + 0.5) * cellWidth / std::cos(slant * pi / 180));
    }
    return most;
}

QRectF HeatmapFigure::cellRect(int query, int key) const
{
    const double width = m_cells.width() / std::max(1, keyCount());
    const double height = m_cells.height() / std::max(1, queryCount());
    return {m_cells.left() + (key - m_keys.first) * width, m_cells.top() + (query - m_queries.first) * height, width,
            height};
}

std::optional<std::pair<int, int>> HeatmapFigure::hit(QPointF point) const
{
    if (!m_cells.contains(point) || queryCount() < 1 || keyCount() < 1) {
        return std::nullopt;
    }
    const int query = m_queries.first + int((point.y() - m_cells.top()) * queryCount() / m_cells.height());
    const int key = m_keys.first + int((point.x() - m_cells.left()) * keyCount() / m_cells.width());
    return std::pair(std::min(query, m_queries.second), std::min(key, m_keys.second));
}

void HeatmapFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
    paintCells(painter);
    paintMarks(painter);
    paintFrame(painter);
    paintCrosshair(painter);
}

void HeatmapFigure::paintFrame(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_data.title.isEmpty()) {
        const QFont font = Theme::font(13, true);
        const QRectF box(margin, 6, m_size.width() - 2 * margin, 24);
        drawToken(painter, box, Qt::AlignLeft, elidedToken(visibleToken(m_data.title), font, box.width()), font,
                  m_theme.text);
    }
    paintQueryLabels(painter);
    paintKeyLabels(painter);
    paintSideLabels(painter);
    paintColorBar(painter);
}

void HeatmapFigure::paintSideLabels(QPainter &painter) const
{
    if (m_data.queryLabel.isEmpty() && m_data.keyLabel.isEmpty())
        return;
    // In the corner that the labels of rows and columns leave.
    const QFont font = Theme::font(11);
    const double room = m_cells.left() - margin - 6;
    const QRectF rows(margin, m_cells.top() - 16, room, 14);
    drawToken(painter, rows, Qt::AlignRight, elidedToken(m_data.queryLabel + QStringLiteral(" ↓"), font, room), font,
              m_theme.muted);
    drawToken(painter, rows.translated(0, -16), Qt::AlignRight,
              elidedToken(m_data.keyLabel + QStringLiteral(" →"), font, room), font, m_theme.muted);
}

void HeatmapFigure::paintQueryLabels(QPainter &painter) const
{
    const double pitch = m_cells.height() / std::max(1, queryCount());
    const double room = std::min(m_cells.left() - margin - 6, 150.0);
    for (const int i : spacedLabels(m_queries.first, m_queries.second, pitch, m_queryFont + 2, m_data.query)) {
        const bool bold = i == m_data.query;
        const QFont font = Theme::font(m_queryFont, bold);
        const QRectF row = cellRect(i, m_keys.first);
        const QRectF box(m_cells.left() - 6 - room, row.top(), room, row.height());
        drawToken(painter, box, Qt::AlignRight, elidedToken(visibleToken(m_data.queries.at(i)), font, room), font,
                  bold ? m_theme.text : m_theme.muted, marksOf(m_data.randomQueries, m_data.struckQueries, i));
    }
}

void HeatmapFigure::paintKeyLabels(QPainter &painter) const
{
    const double pitch = m_cells.width() / std::max(1, keyCount());
    const double radians = slant * pi / 180;
    const double title = m_data.title.isEmpty() ? 0 : 26;
    const double room = (m_cells.top() - title - 10) / std::sin(radians);
    // Slanted lines stand sin(slant) · pitch apart.
    const double least = (m_keyFont + 2) / std::sin(radians);
    for (const int i : spacedLabels(m_keys.first, m_keys.second, pitch, least, m_data.key)) {
        const bool bold = i == m_data.key;
        const QFont font = Theme::font(m_keyFont, bold);
        const QRectF column = cellRect(m_queries.first, i);
        drawSlantedToken(painter, QPointF(column.center().x(), m_cells.top() - 6), slant, true,
                         elidedToken(visibleToken(m_data.keys.at(i)), font, room), font,
                         bold ? m_theme.text : m_theme.muted, marksOf(m_data.randomKeys, m_data.struckKeys, i));
    }
}

void HeatmapFigure::paintColorBar(QPainter &painter) const
{
    const double width = std::clamp(m_cells.width(), 120.0, std::max(120.0, m_size.width() - m_cells.left() - 30));
    // Wider than a small heatmap, the bar moves to the left rather than beyond the edge.
    const double start = std::max(margin, std::min(m_cells.left(), m_size.width() - width - 2 * margin));
    const QRectF bar(start, m_cells.bottom() + 18, width, 9);
    constexpr int pieces = 96;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < pieces; ++i) {
        const double value = m_range.lower + (m_range.upper - m_range.lower) * i / (pieces - 1);
        const double left = bar.left() + width * i / pieces;
        const double reach = i + 1 < pieces ? width / pieces + 0.4 : width / pieces;
        painter.fillRect(QRectF(left, bar.top(), reach, bar.height()), QColor::fromRgb(m_range.color(value, m_theme)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = Theme::monospace(10);
    const int steps = width >= 220 ? 4 : 2;
    for (int i = 0; i <= steps; ++i) {
        const double x = bar.left() + width * i / steps;
        const double value = m_range.lower + (m_range.upper - m_range.lower) * i / steps;
        painter.setPen(QPen(m_theme.muted, 1));
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3));
        drawToken(painter, QRectF(x - 40, bar.bottom() + 4, 80, 13), Qt::AlignHCenter, QString::number(value, 'g', 3),
                  font, m_theme.muted);
    }
    const double room = std::min(bar.left() - 10, 120.0);
    const QFont label = Theme::font(11);
    drawToken(painter, QRectF(bar.left() - 8 - room, bar.top() - 3, room, 15), Qt::AlignRight,
              elidedToken(m_data.valueLabel, label, room), label, m_theme.muted);
}

bool HeatmapFigure::isMasked(int query, int key) const
{
    return !std::isfinite((*m_data.values)(query, key)) || (m_data.isCausal && key > query) ||
           std::find(m_data.maskedKeys.begin(), m_data.maskedKeys.end(), key) != m_data.maskedKeys.end();
}

void HeatmapFigure::setFocus(int query, int key)
{
    m_data.query = query;
    m_data.key = key;
}

QRgb HeatmapFigure::cellColor(int query, int key) const
{
    return isMasked(query, key) ? m_theme.masked.rgb() : m_range.color(double((*m_data.values)(query, key)), m_theme);
}

void HeatmapFigure::paintCells(QPainter &painter) const
{
    if (queryCount() > largestVectorSide || keyCount() > largestVectorSide) {
        paintImage(painter);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            // A little over the edge, so that a viewer that smooths edges shows no seams.
            const QRectF cell = cellRect(query, key);
            painter.fillRect(cell.adjusted(0, 0, key < m_keys.second ? 0.3 : 0, query < m_queries.second ? 0.3 : 0),
                             QColor::fromRgb(cellColor(query, key)));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void HeatmapFigure::paintMarks(QPainter &painter) const
{
    if (queryCount() < 1 || keyCount() < 1) {
        return;
    }
    const QRectF cell = cellRect(m_queries.first, m_keys.first);
    const double side = std::min(cell.width(), cell.height());
    if (side >= smallestHatched) {
        paintHatch(painter);
    }
    if (side >= smallestGapped) {
        paintGaps(painter);
    }
    if (cell.width() >= 40 && cell.height() >= 18) {
        paintNumbers(painter);
    }
}

void HeatmapFigure::paintHatch(QPainter &painter) const
{
    using Span = std::pair<double, double>;
    std::vector<std::vector<Span>> masked; // of each row, left and right of every run of masked cells, from the right
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        std::vector<Span> &spans = masked.emplace_back();
        for (int key = m_keys.second; key >= m_keys.first; --key) {
            if (!isMasked(query, key)) {
                continue;
            }
            const QRectF cell = cellRect(query, key);
            if (key < m_keys.second && isMasked(query, key + 1)) {
                spans.back().first = cell.left();
            } else {
                spans.emplace_back(cell.left(), cell.right());
            }
        }
    }
    // Lines x + y = c, cut to the cells by hand: an SVG knows no clipping. A line goes on from row to row as long as
    // the cells that it meets are masked.
    const double height = m_cells.height() / queryCount();
    const double spacing = std::clamp(std::min(m_cells.width() / keyCount(), height) / 2, 3.0, 7.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.hatch, 1));
    const double last = m_cells.right() + m_cells.bottom();
    for (double c = std::ceil((m_cells.left() + m_cells.top()) / spacing) * spacing; c < last; c += spacing) {
        Span open(0, 0);
        const auto close = [&] {
            if (open.second > open.first) {
                painter.drawLine(QPointF(open.second, c - open.second), QPointF(open.first, c - open.first));
            }
        };
        for (int row = 0; row < queryCount(); ++row) {
            const double top = m_cells.top() + row * height;
            for (const Span &span : masked[std::size_t(row)]) {
                const Span piece(std::max(span.first, c - top - height), std::min(span.second, c - top));
                if (piece.second <= piece.first) {
                    continue;
                }
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

void HeatmapFigure::paintGaps(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int key = m_keys.first; key <= m_keys.second; ++key) {
        painter.fillRect(QRectF(cellRect(m_queries.first, key).right() - 1, m_cells.top(), 1, m_cells.height()),
                         m_theme.panel);
    }
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        painter.fillRect(QRectF(m_cells.left(), cellRect(query, m_keys.first).bottom() - 1, m_cells.width(), 1),
                         m_theme.panel);
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void HeatmapFigure::paintNumbers(QPainter &painter) const
{
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            if (isMasked(query, key)) {
                continue;
            }
            const QRectF cell = cellRect(query, key).adjusted(0, 0, -1, -1);
            const QFont font = Theme::monospace(std::clamp(std::floor(cell.width() / 5.2), 9.0, 13.0));
            const QString text = cellNumber(double((*m_data.values)(query, key)), m_data.isWeights, cell.width() >= 54);
            drawToken(painter, cell, Qt::AlignHCenter, text, font, m_theme.textOn(cellColor(query, key)));
        }
    }
    painter.setPen(Qt::NoPen);
}

void HeatmapFigure::paintImage(QPainter &painter) const
{
    QImage image(keyCount(), queryCount(), QImage::Format_RGB32);
    for (int row = 0; row < queryCount(); ++row) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(row));
        for (int column = 0; column < keyCount(); ++column) {
            line[column] = cellColor(m_queries.first + row, m_keys.first + column);
        }
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_cells.width() < keyCount());
    painter.drawImage(m_cells, image);
}

void HeatmapFigure::paintCrosshair(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const bool hasQuery = m_data.query >= m_queries.first && m_data.query <= m_queries.second;
    const bool hasKey = m_data.key >= m_keys.first && m_data.key <= m_keys.second;
    painter.setPen(QPen(m_theme.accent, 1));
    if (hasQuery) {
        const QRectF row = cellRect(m_data.query, m_keys.first);
        painter.drawRect(QRectF(m_cells.left() - 1, row.top() - 1, m_cells.width() + 1, row.height() + 1));
    }
    if (hasKey) {
        const QRectF column = cellRect(m_queries.first, m_data.key);
        painter.drawRect(QRectF(column.left() - 1, m_cells.top() - 1, column.width() + 1, m_cells.height() + 1));
    }
    if (hasQuery && hasKey) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.drawRect(cellRect(m_data.query, m_data.key).adjusted(-0.5, -0.5, -0.5, -0.5));
    }
}

void HeatmapFigure::paintLit(QPainter &painter, int query, int key) const
{
    const QRectF first = cellRect(query < 0 ? m_queries.first : query, key < 0 ? m_keys.first : key);
    const QRectF last = cellRect(query < 0 ? m_queries.second : query, key < 0 ? m_keys.second : key);
    const QRectF lit = first.united(last) & m_cells;
    if (lit.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // Two lines, so that it is seen on light and on dark cells.
    painter.setPen(QPen(m_theme.panel, 3.5));
    painter.drawRect(lit);
    painter.setPen(QPen(m_theme.text, 1.8, Qt::DashLine));
    painter.drawRect(lit);
}

} // namespace regard

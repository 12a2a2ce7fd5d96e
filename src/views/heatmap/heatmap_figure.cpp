#include "views/heatmap/heatmap_figure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCoreApplication>

#include "draw/cell_image.h"
#include "draw/figure_group.h"
#include "draw/outline.h"
#include "draw/sign_hatch.h"
#include "draw/spaced_labels.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double heatmapMargin = HeatmapFigure::margin;
constexpr double labelEnd = 6; ///< between a slanted label and its cell
constexpr double colorBarHeight = 52;
constexpr double legendLineHeight = HeatmapFigure::legendLineHeight;
constexpr int heatmapLargestVectorSide = 128;
constexpr double highestCell = 90;
constexpr double highestForWidth = 1.2; ///< a cell, times its width
constexpr double highestInWindow = 2;   ///< where rows share the height with those of the links
constexpr double highestPresented = 1.6;
constexpr double usualType = 13; ///< of labels, at most
constexpr double largestTypeInWindow = 20;
constexpr double sinkGap = 6;       ///< between the last key and the sinks
constexpr double narrowestSink = 8; ///< where cells are narrower
constexpr double longestLabel = 130;
constexpr double longestLabelInWindow = 180;

struct HeatmapFigureText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapFigure)
};

/// From the first to the second.
std::vector<int> allOf(std::pair<int, int> range)
{
    std::vector<int> all(std::size_t(std::max(0, range.second - range.first + 1)));
    std::iota(all.begin(), all.end(), range.first);
    return all;
}

/// Returns the width of the widest of the chosen tokens.
double widest(const QStringList &tokens, const std::vector<int> &chosen, double fontSize,
              const std::vector<bool> &newTokens = {})
{
    const QFont font = Theme::nameFont(fontSize, true);
    double width = 10;
    for (const int i : chosen) {
        const double mark = marksWidth(font, marksOf({}, {}, i, newTokens));
        width = std::max(width, textWidth(visibleToken(tokens.at(i)), font) + mark);
    }
    return width;
}

double widest(const QStringList &texts, double fontSize)
{
    return widest(texts, allOf({0, int(texts.size()) - 1}), std::max(fontSize, Theme::leastType()));
}

} // namespace

HeatmapFigure::HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme)
    : HeatmapFigure(data, size, theme, {0, int(data.queries.size()) - 1}, {0, int(data.keys.size()) - 1})
{
}

HeatmapFigure::HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme, std::pair<int, int> queries,
                             std::pair<int, int> keys)
    : m_data(std::move(data)), m_theme(theme), m_size(size), m_queries(queries), m_keys(keys)
{
    if (!m_data.values)
        m_data.values = std::make_shared<const Matrix>();
    if (!m_theme.parts.axes.value_or(true))
        m_data.queryLabel = m_data.keyLabel = QString();
    if (m_theme.parts.axes.value_or(false) && m_data.queryLabel.isEmpty() && m_data.keyLabel.isEmpty()) {
        m_data.queryLabel = m_data.axis.isEmpty() ? HeatmapFigureText::tr("query") : m_data.axis;
        m_data.keyLabel = m_data.axis.isEmpty() ? HeatmapFigureText::tr("key") : m_data.axis;
    }
    if (m_theme.parts.title.value_or(true))
        m_title = BrokenTitle(m_data.title, m_size.width() - 2 * heatmapMargin, Theme::font(13, true));
    const int rows = std::min(int(m_data.queries.size()), int(m_data.values->rows()));
    const int columns = std::min(int(m_data.keys.size()), int(m_data.values->cols()));
    m_queries = {std::max(0, queries.first), std::min(queries.second, rows - 1)};
    m_keys = {std::max(0, keys.first), std::min(keys.second, columns - 1)};
    m_range = m_data.range();
    m_hasNew = m_data.isDifference && m_data.values->hasNaN();
    if (!(m_size.height() > 0))
        m_size.setHeight(naturalHeight());
    place();
}

/// Returns the height at which cells as wide as the width allows are squares.
double HeatmapFigure::naturalHeight()
{
    m_size.setHeight(m_size.width() * 1000);
    place();
    const double side = std::min(m_cells.width() / std::max(1, keyCount()), highestCell);
    return m_cells.top() + side * std::max(1, queryCount()) + m_below + edge();
}

void HeatmapFigure::place()
{
    if (m_theme.parts.onPage)
        return placeOnPage();
    std::vector<int> queries = allOf(m_queries);
    std::vector<int> keys = allOf(m_keys);
    place(queries, keys);
    if (m_theme.leastNumber <= 0)
        return;
    // Labels that are left out while presenting take no room from the cells.
    queries = shownQueries();
    keys = shownKeys();
    if (int(queries.size()) < queryCount() || int(keys.size()) < keyCount())
        place(queries, keys);
}

/// Labels that have no room while they lean stand upright, and what has none then is left out. All is measured in the
/// type that it is drawn in.
void HeatmapFigure::placeOnPage()
{
    m_leavesOut = false;
    std::vector<int> queries = allOf(m_queries);
    std::vector<int> keys = allOf(m_keys);
    const auto fit = [&] {
        m_queryType = m_keyType = 0;
        for (int pass = 0; pass < 3; ++pass) {
            placeWith(queries, keys, false);
            m_queryType = pass == 0 ? m_queryFont : std::min(m_queryType, m_queryFont);
            m_keyType = pass == 0 ? m_keyFont : std::min(m_keyType, m_keyFont);
        }
        m_queryFont = m_queryType;
        m_keyFont = m_keyType;
    };
    m_isUpright = false;
    fit();
    if (keyStep() > 1) {
        m_isUpright = true;
        fit();
    }
    if (namesAll())
        return;
    m_leavesOut = true;
    queries = shownQueries();
    keys = shownKeys();
    fit();
}

double HeatmapFigure::leastQueryPitch() const
{
    return m_queryFont + (m_theme.parts.onPage ? 0.5 : 2);
}

double HeatmapFigure::leastKeyPitch() const
{
    // Slanted lines are sin(slant) · pitch apart.
    return m_isUpright ? m_keyFont + 0.5 : (m_keyFont + 2) / std::sin(radians());
}

int HeatmapFigure::queryStep() const
{
    return labelStep(m_cells.height() / std::max(1, queryCount()), leastQueryPitch());
}

int HeatmapFigure::keyStep() const
{
    return labelStep(m_cells.width() / std::max(1, keyCount()), leastKeyPitch());
}

std::vector<int> HeatmapFigure::shownQueries() const
{
    std::vector<int> kept = m_data.namedQueries;
    kept.push_back(m_data.query);
    return spacedLabels(m_queries.first, m_queries.second, m_cells.height() / std::max(1, queryCount()),
                        leastQueryPitch(), kept);
}

std::vector<int> HeatmapFigure::shownKeys() const
{
    std::vector<int> kept = m_data.namedKeys;
    kept.push_back(m_data.key);
    int strongest = -1; // of those that the query in focus looks at
    for (int key = m_keys.first; key <= m_keys.second; ++key)
        if (m_theme.parts.inWindow && m_data.isSaid(key) &&
            (strongest < 0 || (*m_data.values)(m_data.query, key) > (*m_data.values)(m_data.query, strongest)))
            strongest = key;
    kept.push_back(strongest);
    return spacedLabels(m_keys.first, m_keys.second, m_cells.width() / std::max(1, keyCount()), leastKeyPitch(), kept);
}

void HeatmapFigure::place(const std::vector<int> &queries, const std::vector<int> &keys)
{
    if (m_theme.leastNumber > 0) {
        placeWith(queries, keys, true);
        if (widest(m_data.keys, keys, m_keyFont, m_data.newKeys) + 4 <= m_cells.width() / std::max(1, keyCount()))
            return;
    }
    placeWith(queries, keys, false);
}

void HeatmapFigure::placeWith(const std::vector<int> &queries, const std::vector<int> &keys, bool areKeysLevel)
{
    m_areKeysLevel = areKeysLevel;
    const double title = titleHeight();
    const double room = std::min(m_size.width(), m_size.height());
    const double highest = m_theme.leastNumber > 0  ? highestPresented
                           : m_theme.parts.inWindow ? highestInWindow
                                                    : highestForWidth;
    const double queryType = labelType((m_size.height() - 2 * heatmapMargin) / std::max(1, queryCount()), usualType);
    const double keyType = labelType((m_size.width() - 2 * heatmapMargin) / std::max(1, keyCount()), usualType - 1);
    // Space for the tokens, the one in focus in bold, and for the label beside the colour bar.
    const double labelled = std::max({widest(m_data.queries, queries, queryType, m_data.newQueries),
                                      m_theme.parts.colorBar.value_or(true) ? widest({m_data.valueLabel}, 11) + 8 : 0,
                                      widest({m_data.queryLabel, m_data.keyLabel}, 11) + 20,
                                      m_data.scaleText().isEmpty() || !m_theme.parts.colorBar.value_or(true)
                                          ? 0
                                          : widest({m_data.scaleText()}, 11) + tickReach()});
    // While presenting, words are whole in the smallest type, before the cells are large.
    const auto roomOf = [&](double usual, double half, const QStringList &names, const std::vector<int> &shown) {
        return m_theme.leastNumber > 0 ? std::max(usual, std::min(half, widest(names, shown, m_theme.leastNumber) + 8))
                                       : usual;
    };
    const double left = std::min({labelled + 8, m_theme.parts.inWindow ? longestLabelInWindow : longestLabel,
                                  roomOf(m_size.width() * 0.3, m_size.width() * 0.45, m_data.queries, queries)});
    const double labels = areKeysLevel ? 0.0
                                       : std::min({widest(m_data.keys, keys, keyType, m_data.newKeys), 110.0,
                                                   roomOf(room * 0.28, room * 0.5, m_data.keys, keys)});
    const double above =
        areKeysLevel ? 1.4 * keyType - (m_theme.parts.inWindow ? 4 : 12) : labels * std::sin(radians());
    const double top =
        title + std::max(above, m_data.keyLabel.isEmpty() ? 0.0 : 34.0) + (m_theme.parts.inWindow ? 8 : 12);
    m_below = belowCells();
    double width = 0;
    double height = 0;
    double right = heatmapMargin + labels * std::cos(radians());
    QRectF space;
    const bool isSmall = keyCount() <= heatmapLargestVectorSide && queryCount() <= heatmapLargestVectorSide;
    // The second pass knows the space of the slanted labels beside cells of that width: less than the longest of them.
    for (int pass = 0; pass < (isSmall ? 2 : 1); ++pass) {
        if (pass > 0 && !areKeysLevel)
            right = heatmapMargin + overhang(width, labels, keyType) * std::cos(radians());
        space =
            QRectF(heatmapMargin + left, edge() + top, std::max(20.0, m_size.width() - heatmapMargin - left - right),
                   std::max(20.0, m_size.height() - 2 * edge() - top - m_below));
        width = (space.width() - sinkRoom(space.width() / (keyCount() + 1))) / std::max(1, keyCount());
        m_mostPitch = highest * width;
        height = m_rows ? m_rows->pitch : space.height() / std::max(1, queryCount());
        if (isSmall) {
            // Large type leaves little height while presenting: longer cells are seen from afar, with their labels.
            const double longest = m_theme.leastNumber > 0 ? 3 : 1.5;
            width = std::min({width, height * (m_theme.parts.squareCells ? 1 : longest), 130.0});
            height = std::min({height, width * (m_theme.parts.squareCells ? 1 : highest), highestCell});
        }
    }
    const QSizeF cells(width * std::max(1, keyCount()), height * std::max(1, queryCount()));
    const double shift =
        std::max(0.0, (m_size.width() - (left + cells.width() + sinkRoom(width) + right + heatmapMargin)) / 2);
    m_rowsTop = space.top();
    m_rowsBottom = space.bottom();
    m_cells = QRectF(QPointF(space.left() + shift, m_rows ? m_rows->start : space.top()), cells);
    const double least = std::max(9.0, m_theme.leastNumber);
    const auto fitting = [&](double pitch, double most) {
        return m_theme.parts.inWindow ? std::min(labelType(pitch, most), most)
                                      : std::clamp(std::floor(pitch * 0.62), least, usualType);
    };
    m_queryFont = fitting(height, queryType);
    m_keyFont = fitting(width, keyType);
    // Slanted lines of names get smaller before every second one is left out.
    if (const double spaced = std::floor(width * std::sin(radians()) - 2); m_theme.parts.inWindow && !areKeysLevel)
        m_keyFont = std::min(m_keyFont, std::max(spaced, least));
    if (m_theme.parts.inWindow && m_theme.leastNumber > 0) { // whole rather than large
        const auto whole = [least](double type, double used, double given, double natural) {
            return std::min(used, std::max(least, std::floor(type * std::min(1.0, given / natural))));
        };
        m_queryFont =
            whole(queryType, m_queryFont, left - 8, widest(m_data.queries, queries, queryType, m_data.newQueries));
        if (!areKeysLevel)
            m_keyFont = whole(keyType, m_keyFont, labels, widest(m_data.keys, keys, keyType, m_data.newKeys));
    }
    if (m_theme.parts.inWindow && areKeysLevel)
        m_keyFont = std::min(m_keyFont, std::round(1.2 * m_queryFont));
}

double HeatmapFigure::belowCells() const
{
    return (m_theme.parts.colorBar.value_or(true) ? colorBarHeight
            : m_theme.parts.inWindow              ? (m_theme.leastNumber > 0 ? 4 : 0) // of an outline
                                                  : 6) +
           legendLines() * legendLineHeight;
}

void HeatmapFigure::placeIn(const QRectF &cells, const Labels &labels)
{
    m_cells = cells;
    m_queryFont = m_keyFont = labels.type;
    m_isUpright = labels.areKeysUpright;
    m_leavesOut = labels.leavesOut;
    m_cellCount = labels.cellCount;
    m_below = belowCells();
}

double HeatmapFigure::radians() const
{
    return leaning() * 3.14159265358979 / 180;
}

/// What labels are measured in: in the window as large as their rows allow.
double HeatmapFigure::labelType(double pitch, double usual) const
{
    if (m_theme.parts.onPage && m_queryType > 0)
        return usual < usualType ? m_keyType : m_queryType;
    if (!m_theme.parts.inWindow)
        return usual;
    return std::clamp(std::min(std::floor(pitch * 0.8), std::round(9 + 0.17 * pitch)),
                      std::max(9.0, m_theme.leastNumber), largestTypeInWindow);
}

void HeatmapFigure::setRows(std::optional<SharedRows> rows)
{
    m_rows = rows;
    place();
}

/// Returns the lines of text below the colour bar.
int HeatmapFigure::legendLines() const
{
    if (!m_theme.parts.legend.value_or(true))
        return 0;
    return (m_hasNew ? 1 : 0) + (m_data.gone.isEmpty() ? 0 : 1) + (m_data.isOff ? 1 : 0) + (m_leavesOut ? 1 : 0);
}

double HeatmapFigure::overhang(double cellWidth, double longest, double type) const
{
    double most = 0;
    for (int key = m_keys.first; key <= m_keys.second; ++key) {
        const double mark = marksWidth(Theme::nameFont(type, true), marksOf({}, {}, key, m_data.newKeys));
        const double label = std::min(longest, widest({m_data.keys.at(key)}, type) + mark + labelEnd);
        most = std::max(most,
                        label - ((m_keys.second - key + 0.5) * cellWidth + sinkRoom(cellWidth)) / std::cos(radians()));
    }
    if (!m_data.sinks.empty())
        most = std::max(most, widest({HeatmapFigureText::tr("sink")}, type) + labelEnd -
                                  0.5 * (sinkRoom(cellWidth) - sinkGap) / std::cos(radians()));
    return most;
}

QRectF HeatmapFigure::cellRect(int query, int key) const
{
    const double width = m_cells.width() / std::max(1, keyCount());
    const double height = m_cells.height() / std::max(1, queryCount());
    return {m_cells.left() + (key - m_keys.first) * width, m_cells.top() + (query - m_queries.first) * height, width,
            height};
}

double HeatmapFigure::sinkRoom(double cellWidth) const
{
    return m_data.sinks.empty() ? 0 : sinkGap + std::max(narrowestSink, cellWidth);
}

QRectF HeatmapFigure::sinkRect(int query) const
{
    const QRectF row = cellRect(query, m_keys.second);
    return {m_cells.right() + sinkGap, row.top(), sinkRoom(row.width()) - sinkGap, row.height()};
}

std::optional<std::pair<int, int>> HeatmapFigure::hit(QPointF point) const
{
    if (!m_cells.contains(point) || queryCount() < 1 || keyCount() < 1)
        return std::nullopt;
    const int query = m_queries.first + int((point.y() - m_cells.top()) * queryCount() / m_cells.height());
    const int key = m_keys.first + int((point.x() - m_cells.left()) * keyCount() / m_cells.width());
    return std::pair(std::min(query, m_queries.second), std::min(key, m_keys.second));
}

void HeatmapFigure::paintTexts(QPainter &painter) const
{
    paintFrame(painter);
    if (queryCount() > 0 && keyCount() > 0 && cellNumbers().areShown())
        paintNumbers(painter);
}

void HeatmapFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    paintCells(painter);
    paintMarks(painter);
    paintFrame(painter);
    paintCrosshair(painter);
}

void HeatmapFigure::setFocus(int query, int key)
{
    m_data.query = query;
    m_data.key = key;
}

QRgb HeatmapFigure::cellColor(int query, int key) const
{
    if (isMasked(query, key))
        return m_theme.masked.rgb();
    if (isEmpty(query, key))
        return m_theme.paper.rgb();
    const auto value = double((*m_data.values)(query, key));
    if (m_theme.parts.inWindow && m_range.diverging && std::abs(m_range.place(value)) < unseen)
        return m_theme.control.rgb(); // so that the cells stand out from the panel
    return isNew(query, key) ? m_theme.diverging(0) : m_range.color(value, m_theme);
}

void HeatmapFigure::paintCells(QPainter &painter) const
{
    const FigureGroup group(painter, "cells");
    const bool isLarge = queryCount() > heatmapLargestVectorSide || keyCount() > heatmapLargestVectorSide;
    const bool isLargeFile = std::max(static_cast<long long>(queryCount()) * keyCount(), m_cellCount) > mostVectorCells;
    if (isLarge || (isLargeFile && paintsVectors(painter))) {
        paintCellImage(painter, m_cells, queryCount(), keyCount(),
                       [this](int row, int column) { return cellColor(m_queries.first + row, m_keys.first + column); });
        paintSigns(painter);
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
    paintSigns(painter);
}

void HeatmapFigure::paintSigns(QPainter &painter) const
{
    SignHatch signs(m_theme);
    for (int query = m_queries.first; m_range.diverging && query <= m_queries.second; ++query)
        for (int key = m_keys.first; key <= m_keys.second; ++key)
            if (!isMasked(query, key))
                signs.add(cellRect(query, key), m_range.place(double((*m_data.values)(query, key))));
    signs.paint(painter);
}

void HeatmapFigure::paintCrosshair(QPainter &painter) const
{
    const FigureGroup group(painter, "selection");
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const bool hasQuery = m_data.query >= m_queries.first && m_data.query <= m_queries.second;
    const bool hasKey = m_data.key >= m_keys.first && m_data.key <= m_keys.second;
    painter.setPen(QPen(m_theme.accent, m_theme.parts.inWindow ? 2 : 1));
    if (hasQuery) {
        const QRectF row = cellRect(m_data.query, m_keys.first);
        const QRectF frame(m_cells.left() - 1, row.top() - 1, m_cells.width() + 1, row.height() + 1);
        if (m_theme.parts.inWindow)
            painter.drawRoundedRect(frame.adjusted(-1, -1, 1, 1), 4, 4);
        else
            painter.drawRect(frame);
    }
    painter.setPen(QPen(m_theme.accent, 1));
    if (hasKey) {
        const QRectF column = cellRect(m_queries.first, m_data.key);
        painter.drawRect(QRectF(column.left() - 1, m_cells.top() - 1, column.width() + 1, m_cells.height() + 1));
    }
    if (hasQuery && hasKey) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.drawRect(cellRect(m_data.query, m_data.key).adjusted(-0.5, -0.5, -0.5, -0.5));
    }
}

void HeatmapFigure::paintLit(QPainter &painter, const std::vector<std::pair<int, int>> &cells) const
{
    QPainterPath named;
    named.setFillRule(Qt::WindingFill);
    for (const auto &[query, key] : cells) {
        const QRectF first = cellRect(query < 0 ? m_queries.first : query, key < 0 ? m_keys.first : key);
        const QRectF last = cellRect(query < 0 ? m_queries.second : query, key < 0 ? m_keys.second : key);
        named.addRect(first.united(last) & m_cells);
    }
    // Beside the numbers of other cells.
    const double free =
        cellNumbers().areShown() ? 0.22 * cellRect(m_queries.first, m_keys.first).height() : outlineReach;
    paintOutline(painter, named, std::clamp(free / outlineReach, 0.35, 1.0));
}

} // namespace regard

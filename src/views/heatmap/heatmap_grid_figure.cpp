#include "views/heatmap/heatmap_grid_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "draw/figure_group.h"
#include "draw/spaced_labels.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double gridMargin = HeatmapFigure::margin;
constexpr double gridGap = 8;
constexpr double gridNameLine = 18; ///< below each cell
constexpr double gridLeastType = 9;
constexpr double gridLargestType = 13;
constexpr double gridLeastSide = 56;
constexpr double gridLargestPitch = 40;
constexpr double gridSideLabels = 34; ///< names of the axes, above the first row
const double gridSlant = HeatmapFigure::slant * 3.14159265358979 / 180;

struct HeatmapGridText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapFigure)
};

Theme cellTheme(Theme theme)
{
    theme.parts.title = false;
    theme.parts.onPage = true; // ticks stand for names that are left out
    theme.parts.numbers = theme.parts.numbers.value_or(false);
    return theme;
}

std::vector<HeatmapFigure> cellFigures(const HeatmapGridData &data, const Theme &theme)
{
    std::vector<HeatmapFigure> cells;
    for (const HeatmapData &cell : data.cells)
        cells.emplace_back(cell, QSizeF(400, 400), cellTheme(theme));
    ColorRange range = cells.front().range();
    for (const HeatmapFigure &cell : cells)
        range = rangeOfBoth(range, cell.range());
    for (HeatmapFigure &cell : cells)
        cell.setRange(range);
    return cells;
}

HeatmapData frameData(HeatmapData data)
{
    data.isOff = false; // each cell's name says it
    return data;
}

} // namespace

HeatmapGridFigure::HeatmapGridFigure(HeatmapGridData data, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_size(size), m_cells(cellFigures(m_data, theme)),
      m_frame(frameData(m_data.cells.front()), size, cellTheme(theme)),
      m_queries(int(m_data.cells.front().queries.size())), m_keys(int(m_data.cells.front().keys.size()))
{
    m_frame.setRange(m_cells.front().range());
    if (theme.parts.title.value_or(true))
        m_title = BrokenTitle(m_data.title, size.width() - 2 * gridMargin, Theme::font(13, true));
    place();
}

double HeatmapGridFigure::nameWidth(bool ofQueries, double type) const
{
    const QFont font = Theme::nameFont(type, true);
    double widest = 10;
    for (const QString &name : ofQueries ? m_data.cells.front().queries : m_data.cells.front().keys)
        widest = std::max(widest, textWidth(visibleToken(name), font));
    if (!ofQueries && hasSinks())
        widest = std::max(widest, textWidth(HeatmapGridText::tr("sink"), font));
    return std::min(widest, 0.25 * m_size.width());
}

double HeatmapGridFigure::left(double type) const
{
    const HeatmapData &first = m_data.cells.front();
    const bool hasBar = m_theme.parts.colorBar.value_or(true);
    const QString scale = hasBar && first.scale ? scaleName(*first.scale) : QString();
    const QFont font = Theme::font(11);
    const double named = hasBar ? std::max(textWidth(first.valueLabel, font), textWidth(scale, font) + 10) + 8 : 0;
    return gridMargin + std::max(nameWidth(true, type), named) + 8;
}

double HeatmapGridFigure::top(double type) const
{
    const double names = nameWidth(false, type) * (m_isUpright ? 1 : std::sin(gridSlant)) + 4;
    const bool hasAxes = m_theme.parts.axes.value_or(!m_data.cells.front().queryLabel.isEmpty());
    return gridMargin + (m_title.isEmpty() ? 0 : 26 + m_title.further()) +
           std::max(names, hasAxes ? gridSideLabels : 0) + 8;
}

double HeatmapGridFigure::below() const
{
    return m_frame.below() + gridMargin;
}

bool HeatmapGridFigure::hasSinks() const
{
    return std::any_of(m_data.cells.begin(), m_data.cells.end(),
                       [](const HeatmapData &cell) { return !cell.sinks.empty(); });
}

double HeatmapGridFigure::sinkRoom(double pitch) const
{
    double room = 0; // a head that does not look has no sink
    for (const HeatmapFigure &cell : m_cells)
        room = std::max(room, cell.sinkRoom(pitch));
    return room;
}

bool HeatmapGridFigure::namesSink(int cell) const
{
    for (int above = cell - m_columns; above >= 0; above -= m_columns)
        if (!m_data.cells[std::size_t(above)].sinks.empty())
            return false;
    return true;
}

double HeatmapGridFigure::pitchFor(int columns, double type) const
{
    const double leaning = m_isUpright ? 0 : 0.8 * nameWidth(false, type) * std::cos(gridSlant);
    const double width = (m_size.width() - left(type) - gridMargin - leaning - (columns - 1) * gridGap) / columns;
    const double cells = width - sinkRoom(width / (m_keys + 1));
    const double pitch = std::min(cells / std::max(1, m_keys), gridLargestPitch);
    if (!(m_size.height() > 0))
        return pitch;
    const int rows = rowsOf(columns);
    const double height = m_size.height() - top(type) - below() - rows * gridNameLine - (rows - 1) * gridGap;
    return std::max(0.5, std::min(pitch, height / (rows * std::max(1, m_queries))));
}

/// As many as let every name have a line of type, but two; where the height is given, those with the largest cells.
int HeatmapGridFigure::fittingColumns() const
{
    const int count = int(m_cells.size());
    int best = 1;
    for (int columns = 1; columns <= count; ++columns) {
        const double pitch = pitchFor(columns, gridLeastType);
        const bool fits = m_size.height() > 0
                              ? pitch > pitchFor(best, gridLeastType)
                              : pitch * m_keys >= gridLeastSide && (columns <= 2 || pitch >= gridLeastType + 0.5);
        if (fits)
            best = columns;
    }
    if (m_data.columns > 0 && m_data.columns <= best)
        return m_data.columns;
    const int rows = rowsOf(best);
    return (count + rows - 1) / rows;
}

void HeatmapGridFigure::place()
{
    double pitch = 0;
    for (const bool isUpright : {false, true}) {
        m_isUpright = isUpright;
        m_columns = fittingColumns();
        m_type = gridLeastType;
        for (int pass = 0; pass < 3; ++pass) {
            pitch = pitchFor(m_columns, m_type);
            m_type = std::clamp(std::floor(pitch * 0.62), gridLeastType, gridLargestType);
        }
        if (labelStep(pitch, (m_type + 2) / std::sin(gridSlant)) == 1)
            break;
    }
    const bool leavesOut = labelStep(pitch, m_type + 0.5) > 1;
    const QSizeF cell(pitch * m_keys, pitch * m_queries);
    const int rows = rowsOf(m_columns);
    const double width = cell.width() + sinkRoom(pitch);
    QRectF all(left(m_type), top(m_type), m_columns * width + (m_columns - 1) * gridGap,
               rows * (cell.height() + gridNameLine) + (rows - 1) * gridGap);
    const long long count = static_cast<long long>(m_cells.size()) * m_keys * m_queries;
    for (int i = 0; i < int(m_cells.size()); ++i) {
        const QPointF corner(all.left() + (i % m_columns) * (width + gridGap),
                             all.top() + (i / m_columns) * (cell.height() + gridNameLine + gridGap));
        m_cells[std::size_t(i)].placeIn({corner, cell}, {m_type, m_isUpright, leavesOut, count});
    }
    m_frame.placeIn(all, {m_type, m_isUpright, leavesOut, count});
    if (!(m_size.height() > 0))
        m_size.setHeight(all.bottom() + below());
}

void HeatmapGridFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    m_title.paint(painter, QRectF(gridMargin, 6, m_size.width() - 2 * gridMargin, 24), m_theme.text);
    const QFont font = Theme::font(11, true);
    for (int i = 0; i < int(m_cells.size()); ++i) {
        const HeatmapFigure &cell = m_cells[std::size_t(i)];
        const FigureGroup group(painter, "map", i + 1);
        cell.paintCells(painter);
        cell.paintMarks(painter);
        cell.paintCrosshair(painter);
        cell.paintNames(painter, i % m_columns == 0, i < m_columns);
        cell.paintSinks(painter, namesSink(i));
        const QRectF rect = cell.cellsRect();
        drawToken(painter, QRectF(rect.left(), rect.bottom() + 1, rect.width(), gridNameLine - 1), Qt::AlignHCenter,
                  elidedToken(m_data.cells[std::size_t(i)].title, font, rect.width() + gridGap), font, m_theme.text);
    }
    m_frame.paintBelow(painter);
}

} // namespace regard

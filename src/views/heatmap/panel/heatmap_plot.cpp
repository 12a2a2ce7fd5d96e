#include "views/heatmap/panel/heatmap_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <QFontMetricsF>
#include <QTimer>

#include "controls/custom_plot.h"
#include "controls/fading_look.h"
#include "controls/motion.h"

namespace regard {

namespace {

constexpr int gradientLevels = 1024;
constexpr int fewestCells = 4; // that zooming leaves in view
constexpr double heatmapPlotDragDistance = 4;
constexpr double zoomStep = 1.25;

/// Lets a plain painting function take part in QCustomPlot's layers.
class PaintedLayer : public QCPLayerable {
public:
    PaintedLayer(QCustomPlot *plot, const QString &layer, std::function<void(QPainter &)> paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint))
    {
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter *) const override {}
    void draw(QCPPainter *painter) override
    {
        // QCPPainter's own switch would shift by half a pixel.
        painter->QPainter::setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_paint(*painter);
    }

private:
    std::function<void(QPainter &)> m_paint;
};

/// The colours from one end of a range to the other, whatever numbers the range has.
QCPColorGradient newGradient(const Theme &theme, bool isDiverging)
{
    const ColorRange range{isDiverging ? -1.0 : 0.0, 1, isDiverging};
    QCPColorGradient gradient;
    QMap<double, QColor> stops;
    for (int level = 0; level < gradientLevels; ++level) {
        const double position = level / double(gradientLevels - 1);
        const double value = range.lower + position * (range.upper - range.lower);
        const bool isUnseen = isDiverging && std::abs(value) < HeatmapFigure::unseen;
        stops.insert(position, isUnseen ? theme.control : QColor(range.color(value, theme)));
    }
    gradient.setLevelCount(gradientLevels);
    gradient.setColorStops(stops);
    gradient.setNanHandling(QCPColorGradient::nhNanColor);
    gradient.setNanColor(theme.masked);
    return gradient;
}

const QCPColorGradient &gradientOf(const Theme &theme, bool isDiverging)
{
    static std::array<std::optional<QCPColorGradient>, 4> gradients;
    std::optional<QCPColorGradient> &gradient = gradients[(theme.dark ? 1U : 0U) + (isDiverging ? 2U : 0U)];
    if (!gradient)
        gradient = newGradient(theme, isDiverging);
    return *gradient;
}

bool onlyFocusDiffers(HeatmapData before, const HeatmapData &after)
{
    before.query = after.query;
    before.key = after.key;
    return before == after;
}

int length(std::pair<int, int> range)
{
    return range.second - range.first + 1;
}

/// A range of that length around a cell, which keeps its relative place, within 0 … count − 1.
std::pair<int, int> zoomed(std::pair<int, int> range, int count, double factor, int around)
{
    const int before = length(range);
    const int fewest = std::min(count, fewestCells);
    int after = int(std::lround(before / factor));
    if (after == before)
        after += factor > 1 ? -1 : 1;
    after = std::clamp(after, fewest, count);
    const double place = before > 1 ? (around - range.first) / double(before - 1) : 0.5;
    const int first = std::clamp(int(std::lround(around - place * (after - 1))), 0, count - after);
    return {first, first + after - 1};
}

std::pair<int, int> shifted(std::pair<int, int> range, int count, int first)
{
    first = std::clamp(first, 0, std::max(0, count - length(range)));
    return {first, first + length(range) - 1};
}

std::pair<int, int> including(std::pair<int, int> range, int count, int cell)
{
    if (cell < range.first)
        return shifted(range, count, cell);
    if (cell > range.second)
        return shifted(range, count, cell - length(range) + 1);
    return range;
}

} // namespace

HeatmapPlot::HeatmapPlot(QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_map(nullptr), m_former(new FadingLook(this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(120, 120);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setInteractions(QCP::iNone);
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    m_plot->axisRect()->setMinimumSize(1, 1);
    m_plot->plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    m_plot->yAxis->setRangeReversed(true);
    m_map = new QCPColorMap(m_plot->xAxis, m_plot->yAxis);
    m_map->setInterpolate(false);
    m_map->setTightBoundary(false);
    m_map->setAntialiased(false);
    m_map->setVisible(false);
    new PaintedLayer(m_plot, QStringLiteral("main"), [this](QPainter &painter) { paintOverCells(painter); });
    new PaintedLayer(m_plot, QStringLiteral("overlay"), [this](QPainter &painter) { paintOverlay(painter); });
}

void HeatmapPlot::setContent(HeatmapData content, const Theme &theme)
{
    const bool isSameTheme = m_theme.dark == theme.dark && m_theme.leastNumber == theme.leastNumber;
    if (m_figure && isSameTheme && onlyFocusDiffers(m_content, content)) {
        if (content.query == m_content.query && content.key == m_content.key)
            return;
        m_content.query = content.query;
        m_content.key = content.key;
        m_figure->setFocus(content.query, content.key);
        replotOverlay();
        return;
    }
    if (glides() && m_figure && isSameTheme && content.title != m_content.title &&
        content.queries == m_content.queries && content.keys == m_content.keys)
        m_former->begin(m_plot->grab(), m_plot->rect());
    const bool sameCells = content.queries.size() == m_content.queries.size() &&
                           content.keys.size() == m_content.keys.size() && m_content.values;
    m_content = std::move(content);
    m_theme = theme;
    m_message.clear();
    if (!sameCells) {
        m_queries = {0, queryCount() - 1};
        m_keys = {0, keyCount() - 1};
        m_noteCell.reset();
        m_noteLines.clear();
        emit windowChanged();
    }
    rebuild();
}

void HeatmapPlot::clearContent(const QString &message, const Theme &theme)
{
    m_content = {};
    m_theme = theme;
    m_message = message;
    m_queries = m_keys = {0, -1};
    m_filled.reset();
    m_pressed.reset();
    m_noteCell.reset();
    m_noteLines.clear();
    emit windowChanged();
    rebuild();
}

void HeatmapPlot::setNote(std::optional<std::pair<int, int>> cell, const QStringList &lines)
{
    if (m_noteCell == cell && m_noteLines == lines)
        return;
    m_noteCell = cell;
    m_noteLines = lines;
    replotOverlay();
}

void HeatmapPlot::setLit(std::vector<std::pair<int, int>> cells)
{
    if (m_lit == cells)
        return;
    m_lit = std::move(cells);
    replotOverlay();
}

void HeatmapPlot::setScale(double scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    rebuild();
}

void HeatmapPlot::setRows(std::optional<SharedRows> rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    if (m_figure)
        rebuild();
}

void HeatmapPlot::setCover(std::function<void(QPainter &)> paint)
{
    m_cover = std::move(paint);
    replotOverlay();
}

bool HeatmapPlot::isZoomed() const
{
    return length(m_queries) < queryCount() || length(m_keys) < keyCount();
}

void HeatmapPlot::zoom(double factor, std::pair<int, int> around)
{
    if (!m_content.values)
        return;
    m_queries = zoomed(m_queries, queryCount(), factor, around.first);
    m_keys = zoomed(m_keys, keyCount(), factor, around.second);
    emit windowChanged();
    rebuild();
}

void HeatmapPlot::showAll()
{
    m_queries = {0, queryCount() - 1};
    m_keys = {0, keyCount() - 1};
    emit windowChanged();
    rebuild();
}

void HeatmapPlot::scrollTo(int firstQuery, int firstKey)
{
    const auto queries = shifted(m_queries, queryCount(), firstQuery);
    const auto keys = shifted(m_keys, keyCount(), firstKey);
    if (queries == m_queries && keys == m_keys)
        return;
    m_queries = queries;
    m_keys = keys;
    emit windowChanged();
    rebuild();
}

void HeatmapPlot::makeVisible(int query, int key)
{
    if (query < 0 || key < 0 || !m_content.values)
        return;
    scrollTo(including(m_queries, queryCount(), query).first, including(m_keys, keyCount(), key).first);
}

void HeatmapPlot::rebuild()
{
    m_plot->setBackground(QBrush(m_theme.panel));
    if (m_content.values && m_content.values->size() > 0 && width() > 0 && height() > 0) {
        m_figure = std::make_unique<HeatmapFigure>(m_content, figureSize(), m_theme, m_queries, m_keys);
        if (m_rows)
            m_figure->setRows(m_rows);
        fillMap();
        fitAxes();
    } else {
        m_figure.reset();
    }
    m_map->setVisible(m_figure != nullptr);
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
    emit rebuilt();
}

void HeatmapPlot::replotOverlay()
{
    if (m_overlayWaits)
        return;
    m_overlayWaits = true;
    QTimer::singleShot(0, this, [this] {
        m_overlayWaits = false;
        m_plot->layer(QStringLiteral("overlay"))->replot();
    });
}

void HeatmapPlot::fitAxes()
{
    // The axis rectangle has whole pixels, the cells need not: the ranges compensate for the difference.
    const QRectF unscaled = m_figure->cellsRect();
    const QRectF cells(unscaled.topLeft() * m_scale, unscaled.size() * m_scale);
    const QRect rect = cells.toAlignedRect();
    m_plot->axisRect()->setMargins(
        QMargins(rect.left(), rect.top(), width() - rect.right() - 1, height() - rect.bottom() - 1));
    const double cellWidth = cells.width() / length(m_keys);
    const double cellHeight = cells.height() / length(m_queries);
    const double left = m_keys.first + (rect.left() - cells.left()) / cellWidth;
    const double top = m_queries.first + (rect.top() - cells.top()) / cellHeight;
    m_plot->xAxis->setRange(left, left + rect.width() / cellWidth);
    m_plot->yAxis->setRange(top, top + rect.height() / cellHeight);
}

void HeatmapPlot::fillMap()
{
    const ColorRange range = m_figure->range();
    if (m_filled == m_content.values && m_filledQueries == m_queries && m_filledKeys == m_keys &&
        m_filledDark == m_theme.dark && m_filledRange == range)
        return;
    const int rows = length(m_queries);
    const int columns = length(m_keys);
    // A map of one cell has no extent of its own, so a single row or column is laid twice, half as wide.
    const int mapRows = std::max(2, rows);
    const int mapColumns = std::max(2, columns);
    const double halfRow = 0.5 * rows / mapRows;
    const double halfColumn = 0.5 * columns / mapColumns;
    QCPColorMapData *cells = m_map->data();
    cells->setSize(mapColumns, mapRows);
    cells->setRange(QCPRange(m_keys.first + halfColumn, m_keys.first + columns - halfColumn),
                    QCPRange(m_queries.first + halfRow, m_queries.first + rows - halfRow));
    for (int row = 0; row < mapRows; ++row) {
        for (int column = 0; column < mapColumns; ++column) {
            const int query = m_queries.first + std::min(row, rows - 1);
            const int key = m_keys.first + std::min(column, columns - 1);
            double place = range.place(double((*m_content.values)(query, key)));
            if (m_figure->isMasked(query, key))
                place = std::numeric_limits<double>::quiet_NaN();
            else if (m_figure->isNew(query, key))
                place = 0; // the neutral middle
            cells->setCell(column, row, place);
        }
    }
    if (const QCPColorGradient &gradient = gradientOf(m_theme, range.diverging); gradient != m_map->gradient())
        m_map->setGradient(gradient);
    m_map->setDataRange(QCPRange(range.diverging ? -1 : 0, 1));
    m_filled = m_content.values;
    m_filledQueries = m_queries;
    m_filledKeys = m_keys;
    m_filledDark = m_theme.dark;
    m_filledRange = range;
}

void HeatmapPlot::paintOverCells(QPainter &painter) const
{
    if (m_figure) {
        painter.scale(m_scale, m_scale);
        m_figure->paintMarks(painter);
        return;
    }
    painter.setFont(font());
    painter.setPen(m_theme.muted);
    painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_message);
}

void HeatmapPlot::paintOverlay(QPainter &painter) const
{
    if (m_figure) {
        painter.save();
        painter.scale(m_scale, m_scale);
        m_figure->paintFrame(painter);
        m_figure->paintCrosshair(painter);
        m_figure->paintLit(painter, m_lit);
        if (m_cover)
            m_cover(painter);
        paintNote(painter);
        painter.restore();
    }
    if (m_showsFocus && hasFocus() && m_theme.leastNumber <= 0) { // an audience sees the word in focus
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void HeatmapPlot::paintNote(QPainter &painter) const
{
    if (!m_noteCell || m_noteLines.isEmpty())
        return;
    const QFont title = Theme::font(12, true);
    const QFont plain = Theme::monospace(11);
    double width = QFontMetricsF(title).horizontalAdvance(m_noteLines.first());
    for (const QString &line : m_noteLines.mid(1))
        width = std::max(width, QFontMetricsF(plain).horizontalAdvance(line));
    const double lineHeight = 16;
    const QSizeF box(width + 20, lineHeight * double(m_noteLines.size()) + 12);
    // The note is below right of the cell, or on its other side where there is no space.
    const QRectF cell = m_figure->cellRect(m_noteCell->first, m_noteCell->second);
    QPointF corner(cell.right() + 8, cell.bottom() + 8);
    const QSizeF space = figureSize();
    if (corner.x() + box.width() > space.width() - 2)
        corner.setX(std::max(2.0, cell.left() - 8 - box.width()));
    if (corner.y() + box.height() > space.height() - 2)
        corner.setY(std::max(2.0, cell.top() - 8 - box.height()));
    const QRectF note(corner, box);
    QColor fill = m_theme.text;
    fill.setAlphaF(0.94F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(note, 5, 5);
    painter.setPen(m_theme.panel);
    for (qsizetype i = 0; i < m_noteLines.size(); ++i) {
        painter.setFont(i == 0 ? title : plain);
        const QRectF line(note.left() + 10, note.top() + 6 + lineHeight * double(i), width + 2, lineHeight);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_noteLines[i]);
    }
}

std::optional<std::pair<int, int>> HeatmapPlot::cellAt(QPointF point) const
{
    return m_figure ? m_figure->hit(point / m_scale) : std::nullopt;
}

bool HeatmapPlot::event(QEvent *event)
{
    // Esc belongs to the picture while it has the focus, even where the window has a shortcut for it.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void HeatmapPlot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_plot->resize(size());
    rebuild();
}

void HeatmapPlot::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF point = event->position();
    if (m_pressed && isZoomed() && m_figure) {
        const QPointF moved = (point - *m_pressed) / m_scale;
        m_dragging = m_dragging || moved.manhattanLength() > heatmapPlotDragDistance;
        const QRectF cells = m_figure->cellsRect();
        if (m_dragging) {
            scrollTo(m_pressedAt.first - int(std::lround(moved.y() / cells.height() * length(m_queries))),
                     m_pressedAt.second - int(std::lround(moved.x() / cells.width() * length(m_keys))));
            return;
        }
    }
    if (const auto cell = cellAt(point))
        emit cellHovered(cell->first, cell->second);
    else
        emit left();
}

void HeatmapPlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_showsFocus = false;
    m_pressed = event->position();
    m_pressedAt = {m_queries.first, m_keys.first};
    m_dragging = false;
}

void HeatmapPlot::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    m_pressed.reset();
    if (m_dragging)
        return;
    if (const auto cell = cellAt(event->position()))
        emit cellClicked(cell->first, cell->second);
    else
        emit emptinessClicked();
}

void HeatmapPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept();
}

void HeatmapPlot::wheelEvent(QWheelEvent *event)
{
    const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (turn == 0 || !m_figure) {
        event->ignore();
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const std::pair<int, int> middle((m_queries.first + m_queries.second) / 2, (m_keys.first + m_keys.second) / 2);
        zoom(turn > 0 ? zoomStep : 1 / zoomStep, cellAt(event->position()).value_or(middle));
    } else if (isZoomed()) {
        const bool sideways = event->angleDelta().y() == 0 || event->modifiers().testFlag(Qt::ShiftModifier);
        const int step = turn > 0 ? -2 : 2;
        scrollTo(m_queries.first + (sideways ? 0 : step), m_keys.first + (sideways ? step : 0));
    } else {
        event->ignore();
    }
}

void HeatmapPlot::contextMenuEvent(QContextMenuEvent *event)
{
    if (const auto cell = cellAt(event->pos()))
        emit menuAsked(cell->second, event->globalPos());
}

void HeatmapPlot::leaveEvent(QEvent *)
{
    emit left();
}

void HeatmapPlot::keyPressEvent(QKeyEvent *event)
{
    event->ignore();
    m_showsFocus = true;
    emit keyPressed(event);
    replotOverlay();
}

void HeatmapPlot::focusInEvent(QFocusEvent *event)
{
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    replotOverlay();
}

void HeatmapPlot::focusOutEvent(QFocusEvent *)
{
    replotOverlay();
}

} // namespace regard

#include "figures/steps_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "figures/step_text.h"
#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double smallestColumn = 380; // of a page
constexpr double smallestMatrixCell = 2;

QColor cellColor(const Theme &theme, const StepStrip &strip, double value)
{
    if (std::isinf(value))
        return theme.masked;
    return QColor::fromRgb(theme.diverging(value / strip.limit));
}

/// The number of the largest magnitude among those from first to before end; −∞ where all are.
double strongest(const std::vector<double> &values, std::size_t first, std::size_t end)
{
    double best = values[first];
    for (std::size_t i = first + 1; i < end; ++i) {
        if (std::isinf(best) || (std::isfinite(values[i]) && std::abs(values[i]) > std::abs(best)))
            best = values[i];
    }
    return best;
}

template <typename Block>
double strongestOf(const Block &values)
{
    double best = static_cast<double>(values(0, 0));
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        for (Eigen::Index j = 0; j < values.cols(); ++j) {
            const auto value = static_cast<double>(values(i, j));
            if (std::isinf(best) || (std::isfinite(value) && std::abs(value) > std::abs(best)))
                best = value;
        }
    }
    return best;
}

double largestFinite(const Matrix &values)
{
    const double largest = std::abs(strongestOf(values));
    return std::isfinite(largest) && largest > 0 ? largest : 1;
}

QString cellName(const StepStrip &strip, int cell)
{
    if (cell < strip.names.size())
        return strip.names.at(cell);
    return QString::number(cell);
}

} // namespace

StepsFigure::StepsFigure(StepsData data, int only, QSizeF size, const Theme &theme)
    : m_data(std::make_shared<const StepsData>(std::move(data))), m_theme(theme),
      m_layout(*m_data, m_theme, only, std::max(size.width(), 200.0), size.height()),
      m_size(m_layout.size().expandedTo(size))
{
}

StepsFigure::StepsFigure(std::shared_ptr<const StepsData> data, StepLayout layout, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_layout(std::move(layout)), m_size(size)
{
}

std::unique_ptr<StepsFigure> StepsFigure::page(StepsData data, QSizeF size, const Theme &theme)
{
    const auto shared = std::make_shared<const StepsData>(std::move(data));
    double best = 0;
    double bestWidth = size.width();
    int bestColumns = 1;
    for (const double factor : {1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3}) {
        const double width = std::max(size.width(), smallestColumn) * factor;
        for (int columns = 1; columns <= 4 && width / columns >= smallestColumn; ++columns) {
            const QSizeF needed = StepLayout(*shared, theme, allSteps, width, 0, columns).size();
            const double scale = std::min(size.width() / width, size.height() / needed.height());
            if (scale > best) {
                best = scale;
                bestWidth = width;
                bestColumns = columns;
            }
        }
    }
    StepLayout layout(*shared, theme, allSteps, bestWidth, 0, bestColumns);
    QSizeF whole = layout.size();
    if (best >= 1) // it has room to spare
        whole = whole.expandedTo(size);
    return std::unique_ptr<StepsFigure>(new StepsFigure(shared, std::move(layout), whole, theme));
}

const StepStrip &StepsFigure::stripOf(const PlacedStrip &placed) const
{
    return m_data->steps[static_cast<std::size_t>(placed.step)].strips[static_cast<std::size_t>(placed.strip)];
}

const StepBars &StepsFigure::barsOf(const PlacedBars &placed) const
{
    return *m_data->steps[static_cast<std::size_t>(placed.step)].bars;
}

QRectF StepsFigure::cellRect(int step, int strip, int cell) const
{
    for (const PlacedStrip &placed : m_layout.strips()) {
        if (placed.step == step && placed.strip == strip)
            return {placed.cells.left() + cell * placed.cellWidth, placed.cells.top(), placed.cellWidth,
                    placed.cells.height()};
    }
    return {};
}

QRectF StepsFigure::barIn(const PlacedBars &placed, int bar) const
{
    const std::vector<double> &values = barsOf(placed).values;
    const double most = *std::max_element(values.begin(), values.end());
    const double share = most > 0 ? values[static_cast<std::size_t>(bar)] / most : 0;
    const double width = std::max(placed.pitch * 0.62, std::min(placed.pitch, 1.0));
    const double height = placed.plot.height() * share;
    return {placed.plot.left() + bar * placed.pitch + (placed.pitch - width) / 2, placed.plot.bottom() - height, width,
            height};
}

QRectF StepsFigure::barRect(int step, int bar) const
{
    for (const PlacedBars &placed : m_layout.bars()) {
        if (placed.step == step)
            return barIn(placed, bar);
    }
    return {};
}

std::optional<StepHit> StepsFigure::hitStrip(const PlacedStrip &placed, QPointF point) const
{
    const StepStrip &strip = stripOf(placed);
    const bool inCells = placed.cells.contains(point);
    if (!inCells && (strip.key < 0 || !placed.row.contains(point)))
        return std::nullopt;
    StepHit hit{placed.step, strip.key};
    if (!inCells) {
        hit.note = strip.name + QStringLiteral(": ") + strip.note;
        return hit;
    }
    const int last = static_cast<int>(strip.values.size()) - 1;
    const int cell = std::clamp(static_cast<int>((point.x() - placed.cells.left()) / placed.cellWidth), 0, last);
    if (strip.overKeys)
        hit.key = cell;
    if (strip.isComponent)
        hit.component = cell;
    hit.note =
        QStringLiteral("%1 [%2] %3")
            .arg(strip.name, cellName(strip, cell), stepNumberText(strip.values[static_cast<std::size_t>(cell)]));
    return hit;
}

const StepMatrix &StepsFigure::matrixOf(const PlacedMatrix &placed) const
{
    return m_data->steps[static_cast<std::size_t>(placed.step)]
        .matrices[static_cast<std::size_t>(placed.line)][static_cast<std::size_t>(placed.piece)]
        .matrix;
}

QRectF StepsFigure::matrixCellRect(int step, int line, int piece, int row, int column) const
{
    for (const PlacedMatrix &placed : m_layout.matrices()) {
        if (placed.step != step || placed.line != line || placed.piece != piece)
            continue;
        const Matrix &values = *matrixOf(placed).values;
        const double width = placed.cells.width() / static_cast<double>(values.cols());
        const double height = placed.cells.height() / static_cast<double>(values.rows());
        return {placed.cells.left() + column * width, placed.cells.top() + row * height, width, height};
    }
    return {};
}

std::optional<StepHit> StepsFigure::hitMatrix(const PlacedMatrix &placed, QPointF point) const
{
    if (!placed.cells.contains(point))
        return std::nullopt;
    const StepMatrix &matrix = matrixOf(placed);
    const auto along = [](double part, Eigen::Index count) {
        return static_cast<int>(
            std::clamp<Eigen::Index>(static_cast<Eigen::Index>(part * static_cast<double>(count)), 0, count - 1));
    };
    const int row = along((point.y() - placed.cells.top()) / placed.cells.height(), matrix.values->rows());
    const int column = along((point.x() - placed.cells.left()) / placed.cells.width(), matrix.values->cols());
    StepHit hit{placed.step};
    if (matrix.columnsAreKeys)
        hit.key = column;
    else if (matrix.columnsAreComponents)
        hit.component = column;
    else if (matrix.rowsAreKeys)
        hit.key = row;
    const auto name = [](const QStringList &names, int index) {
        return index < names.size() ? names.at(index) : QString::number(index);
    };
    hit.note = QStringLiteral("%1 [%2, %3] %4")
                   .arg(matrix.name, name(matrix.rows, row), name(matrix.columns, column),
                        stepNumberText(static_cast<double>((*matrix.values)(row, column))));
    return hit;
}

std::optional<StepHit> StepsFigure::hit(QPointF point) const
{
    for (const PlacedMatrix &placed : m_layout.matrices()) {
        if (const auto hit = hitMatrix(placed, point))
            return hit;
    }
    for (const PlacedStrip &placed : m_layout.strips()) {
        if (const auto hit = hitStrip(placed, point))
            return hit;
    }
    for (const PlacedBars &placed : m_layout.bars()) {
        const StepBars &bars = barsOf(placed);
        if (!placed.plot.adjusted(0, -14, 0, 16).contains(point))
            continue;
        const int last = static_cast<int>(bars.values.size()) - 1;
        const int bar = std::clamp(static_cast<int>((point.x() - placed.plot.left()) / placed.pitch), 0, last);
        const int means = bars.keys[static_cast<std::size_t>(bar)];
        return StepHit{placed.step, bars.overKeys ? means : -1, bars.overKeys ? -1 : means,
                       bars.names.at(bar) + QStringLiteral(": ") +
                           stepNumberText(bars.values[static_cast<std::size_t>(bar)])};
    }
    for (const PlacedText &placed : m_layout.texts()) {
        if (placed.key >= 0 && placed.box.contains(point))
            return StepHit{placed.step, placed.key, -1, placed.text};
    }
    return std::nullopt;
}

void StepsFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    for (const PlacedStrip &placed : m_layout.strips()) {
        if (placed.row.adjusted(0, -16, 0, 4).intersects(clip))
            paintStrip(painter, placed);
    }
    for (const PlacedMatrix &placed : m_layout.matrices()) {
        if (placed.cells.adjusted(-3, -3, 3, 3).intersects(clip))
            paintMatrix(painter, placed);
    }
    for (const PlacedBars &placed : m_layout.bars()) {
        if (placed.plot.adjusted(-60, -20, 60, 60).intersects(clip))
            paintBars(painter, placed);
    }
    for (const PlacedText &placed : m_layout.texts()) {
        if (placed.box.intersects(clip))
            drawToken(painter, placed.box, Qt::AlignLeft, placed.text, placed.font, placed.color);
    }
}

void StepsFigure::paintStrip(QPainter &painter, const PlacedStrip &placed) const
{
    const StepStrip &strip = stripOf(placed);
    const QColor role = stepRoleColor(m_theme, strip.role);
    const bool isFocused = strip.key >= 0 && strip.key == m_data->key;
    const QFont font = StepLayout::nameFont(strip.role != StepRole::Plain && (strip.key < 0 || isFocused));
    const QRectF name(placed.row.left(), placed.row.top(), placed.cells.left() - placed.row.left() - 8,
                      placed.row.height());
    drawToken(painter, name, Qt::AlignLeft, elidedToken(visibleToken(strip.name), font, name.width()), font, role);
    painter.fillRect(QRectF(placed.cells.left() - 5, placed.cells.top(), 3, placed.cells.height()), role);
    paintCells(painter, placed);
    if (!strip.note.isEmpty()) {
        const double left = placed.cells.left() + placed.full + 6;
        drawToken(painter, QRectF(left, placed.row.top(), placed.row.right() - left, placed.row.height()),
                  Qt::AlignLeft, strip.note, StepLayout::numberFont(),
                  isFocused ? stepRoleColor(m_theme, StepRole::Score) : m_theme.muted);
    }
}

void StepsFigure::paintCells(QPainter &painter, const PlacedStrip &placed) const
{
    const StepStrip &strip = stripOf(placed);
    const std::size_t count = strip.values.size();
    // Cells narrower than a pixel share one, which shows the strongest of them.
    const std::size_t drawn = std::clamp<std::size_t>(static_cast<std::size_t>(placed.cells.width()), 1, count);
    const double width = placed.cells.width() / static_cast<double>(drawn);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < drawn; ++i) {
        const double value = strongest(strip.values, i * count / drawn, std::max((i + 1) * count / drawn, i + 1));
        const QRectF cell(placed.cells.left() + static_cast<double>(i) * width, placed.cells.top(), width,
                          placed.cells.height());
        painter.fillRect(cell, cellColor(m_theme, strip, value));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < count && (placed.showsNumbers || placed.showsNames); ++i) {
        const QRectF cell(placed.cells.left() + static_cast<double>(i) * placed.cellWidth, placed.cells.top(),
                          placed.cellWidth, placed.cells.height());
        if (placed.showsNumbers)
            drawToken(painter, cell, Qt::AlignHCenter, stepNumberText(strip.values[i]), StepLayout::numberFont(),
                      m_theme.textOn(cellColor(m_theme, strip, strip.values[i]).rgb()));
        if (placed.showsNames) {
            const bool isMarked = static_cast<int>(i) == strip.marked;
            const QFont font = Theme::font(10, isMarked);
            const QString name =
                elidedToken(visibleToken(cellName(strip, static_cast<int>(i))), font, placed.cellWidth - 1);
            if (name != QStringLiteral("…"))
                drawToken(painter, cell.translated(0, -cell.height() + 3), Qt::AlignHCenter, name, font,
                          isMarked ? m_theme.text : m_theme.muted);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRect(placed.cells);
    const auto frame = [&](int first, int last, double pen) {
        painter.setPen(QPen(m_theme.accent, pen));
        painter.drawRect(QRectF(placed.cells.left() + first * placed.cellWidth, placed.cells.top(),
                                std::max(2.0, (last - first + 1) * placed.cellWidth), placed.cells.height())
                             .adjusted(0.5, 0.5, -0.5, -0.5));
    };
    if (strip.last >= strip.first && strip.last - strip.first + 1 < static_cast<int>(count))
        frame(strip.first, strip.last, 2);
    if (strip.marked >= 0)
        frame(strip.marked, strip.marked, 1.6);
}

void StepsFigure::paintMatrix(QPainter &painter, const PlacedMatrix &placed) const
{
    const StepMatrix &matrix = matrixOf(placed);
    const Matrix &values = *matrix.values;
    // Cells that would be smaller share one, which shows the strongest of them.
    const auto drawnAlong = [](double length, Eigen::Index count) {
        return std::clamp<Eigen::Index>(static_cast<Eigen::Index>(length / smallestMatrixCell), 1, count);
    };
    const Eigen::Index rows = drawnAlong(placed.cells.height(), values.rows());
    const Eigen::Index columns = drawnAlong(placed.cells.width(), values.cols());
    const double width = placed.cells.width() / static_cast<double>(columns);
    const double height = placed.cells.height() / static_cast<double>(rows);
    const double limit = largestFinite(values);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (Eigen::Index i = 0; i < rows; ++i) {
        const Eigen::Index top = i * values.rows() / rows;
        const Eigen::Index tall = (i + 1) * values.rows() / rows - top;
        for (Eigen::Index j = 0; j < columns; ++j) {
            const Eigen::Index left = j * values.cols() / columns;
            const double value = strongestOf(values.block(top, left, tall, (j + 1) * values.cols() / columns - left));
            const QRectF cell(placed.cells.left() + static_cast<double>(j) * width,
                              placed.cells.top() + static_cast<double>(i) * height, width, height);
            const QColor color = std::isinf(value) ? m_theme.masked : QColor::fromRgb(m_theme.diverging(value / limit));
            painter.fillRect(cell, color);
            if (placed.showsNumbers)
                drawToken(painter, cell, Qt::AlignHCenter, stepNumberText(value), StepLayout::numberFont(),
                          m_theme.textOn(color.rgb()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintMatrixMarks(painter, placed);
}

void StepsFigure::paintMatrixMarks(QPainter &painter, const PlacedMatrix &placed) const
{
    const StepMatrix &matrix = matrixOf(placed);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRect(placed.cells);
    const double width = placed.cells.width() / static_cast<double>(matrix.values->cols());
    const double height = placed.cells.height() / static_cast<double>(matrix.values->rows());
    painter.setPen(QPen(m_theme.accent, 1.6));
    const QRectF row(placed.cells.left(), placed.cells.top() + matrix.row * height, placed.cells.width(), height);
    const QRectF column(placed.cells.left() + matrix.column * width, placed.cells.top(), width, placed.cells.height());
    if (matrix.row >= 0)
        painter.drawRect(row);
    if (matrix.column >= 0)
        painter.drawRect(column);
}

void StepsFigure::paintBars(QPainter &painter, const PlacedBars &placed) const
{
    const StepBars &bars = barsOf(placed);
    const QColor quiet = mixed(m_theme.muted, m_theme.panel, 0.55);
    for (int bar = 0; bar < static_cast<int>(bars.values.size()); ++bar) {
        painter.fillRect(barIn(placed, bar), bar == bars.marked ? m_theme.link : quiet);
        paintBarLabel(painter, placed, bar);
    }
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(placed.plot.bottomLeft(), placed.plot.bottomRight());
}

void StepsFigure::paintBarLabel(QPainter &painter, const PlacedBars &placed, int bar) const
{
    const StepBars &bars = barsOf(placed);
    const bool isMarked = bar == bars.marked;
    const QRectF place = barIn(placed, bar);
    const double middle = place.center().x();
    const QColor color = isMarked ? m_theme.text : m_theme.muted;
    const QFont font = Theme::font(11, isMarked);
    const QString name = visibleToken(bars.names.at(bar));
    // Beside a bar at the edge a number still stands within the picture.
    const auto centred = [&](double width) {
        const double left = std::clamp(middle - width / 2, placed.plot.left(),
                                       std::max(placed.plot.left(), placed.plot.right() - width));
        return left;
    };
    if (isMarked || placed.showsValues) {
        const QString value = stepNumberText(bars.values[static_cast<std::size_t>(bar)]);
        QFont number = StepLayout::numberFont();
        number.setBold(isMarked);
        const double width = QFontMetricsF(number).horizontalAdvance(value);
        drawToken(painter, QRectF(centred(width), place.top() - 14, width, 13), Qt::AlignLeft, value, number, color);
    }
    const double below = placed.plot.bottom();
    if (placed.labels == PlacedBars::Labels::Slanted) {
        drawSlantedToken(painter, QPointF(middle + 2, below + 7), 45, false, elidedToken(name, font, 52), font, color);
    } else if (placed.labels == PlacedBars::Labels::Level) {
        drawToken(painter, QRectF(middle - placed.pitch / 2, below + 2, placed.pitch, 14), Qt::AlignHCenter,
                  elidedToken(name, font, placed.pitch - 4), font, color);
    } else if (isMarked) {
        const double width = QFontMetricsF(font).horizontalAdvance(name);
        drawToken(painter, QRectF(centred(width), below + 2, width, 14), Qt::AlignLeft, name, font, color);
    }
}

} // namespace regard

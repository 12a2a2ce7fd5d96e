#include "views/steps/step_painter.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "draw/left_out.h"
#include "draw/mask_hatch.h"
#include "draw/notation.h"
#include "draw/sign_hatch.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_sizes.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr double narrowestOutline = 7; // from bar to bar; where it is less, a line marks the exact number

/// The number of the largest magnitude among those from first to before end; −∞ where all are.
double strongest(const std::vector<double> &values, std::size_t first, std::size_t end)
{
    double best = values[first];
    for (std::size_t i = first + 1; i < end; ++i)
        if (!std::isfinite(best) || (std::isfinite(values[i]) && std::abs(values[i]) > std::abs(best)))
            best = std::isnan(values[i]) ? best : values[i];
    return best;
}

bool isForbidden(double value)
{
    return std::isinf(value) && value < 0;
}

QColor cellColor(const Theme &theme, double value, double limit)
{
    if (std::isnan(value)) // nothing to compare with
        return theme.panel;
    if (isForbidden(value))
        return theme.masked;
    if (std::isinf(value)) // no longer forbidden
        return QColor::fromRgb(theme.diverging(1));
    return QColor::fromRgb(theme.diverging(value / limit));
}

} // namespace

double barShare(const StepBars &bars, double value, bool isDifference)
{
    double most = 0;
    for (const std::vector<double> *values : {&bars.values, &bars.exact})
        for (const double other : *values)
            most = std::max(most, isDifference ? std::abs(other) : other); // NaN is never larger
    if (!(most > 0) || std::isnan(value))
        return 0;
    return isDifference ? value / most : std::max(0.0, value / most);
}

QString cellName(const QStringList &names, int cell, int from)
{
    return cell < names.size() ? names.at(cell) : QString::number(from + cell);
}

StepPainter::StepPainter(QPainter &painter, const StepsData &data, const StepLayout &layout, const Theme &theme,
                         double revealed)
    : m_painter(painter), m_data(data), m_layout(layout), m_theme(theme), m_revealed(revealed)
{
}

void StepPainter::paint(const QRectF &clip, const GridOf &gridOf)
{
    for (const PlacedStrip &placed : m_layout.strips())
        if (placed.whole.adjusted(-4, -16, 4, 4).intersects(clip) && begin(placed.appearance))
            paintStrip(placed);
    for (std::size_t i = 0; i < m_layout.matrices().size(); ++i) {
        const PlacedMatrix &placed = m_layout.matrices()[i];
        if (placed.cells.adjusted(-3 - placed.namesWidth, -3 - stepSizes::edgeHeight, 3, 3).intersects(clip) &&
            begin(placed.appearance))
            paintMatrix(placed, gridOf(i));
    }
    for (const PlacedBars &placed : m_layout.bars())
        if (placed.whole.adjusted(-60, -20, 60, 60).intersects(clip) && begin(placed.appearance))
            paintBars(placed);
    for (const PlacedText &placed : m_layout.texts())
        if (placed.box.intersects(clip) && begin(placed.appearance))
            (placed.isNotation
                 ? drawNotation(m_painter, placed.box, Qt::AlignLeft, placed.text, placed.font, placed.color)
                 : drawToken(m_painter, placed.box, Qt::AlignLeft, placed.text, placed.font, placed.color));
    m_painter.setOpacity(1);
}

bool StepPainter::begin(const Appearance &appearance)
{
    const double shown = appearance.shownAt(m_revealed);
    m_painter.setOpacity(shown);
    return shown > 0;
}

QString StepPainter::numberText(double value, int digits, bool isShort) const
{
    return pictureNumberText(m_data, value, digits, isShort);
}

void StepPainter::paintStrip(const PlacedStrip &placed)
{
    const StepStrip &strip = stepOf(placed.step).strips[std::size_t(placed.strip)];
    const QColor role = stepRoleColor(m_theme, strip.role);
    const bool isFocused = strip.key >= 0 && strip.key == m_data.key;
    const QFont font = StepLayout::nameFont(strip.role != StepRole::Plain && (strip.key < 0 || isFocused));
    const Qt::Alignment alignment = placed.upright ? Qt::AlignHCenter : Qt::AlignLeft;
    drawNotation(m_painter, placed.name, alignment, elidedToken(visibleToken(strip.name), font, placed.name.width()),
                 font, role);
    const QRectF &cells = placed.cells;
    const double mark = stepSizes::roleMark;
    m_painter.fillRect(placed.upright ? QRectF(cells.left(), cells.top() - mark, cells.width(), 3)
                                      : QRectF(cells.left() - mark, cells.top(), 3, cells.height()),
                       role);
    paintCells(placed, strip);
    paintCellTexts(placed, strip);
    paintFrames(placed, strip);
    if (!strip.note.isEmpty())
        drawToken(m_painter, placed.note, alignment, strip.note, StepLayout::numberFont(),
                  isFocused ? stepRoleColor(m_theme, StepRole::Score) : m_theme.muted);
}

void StepPainter::paintCells(const PlacedStrip &placed, const StepStrip &strip)
{
    const std::size_t count = strip.values.size();
    if (count == 0)
        return;
    const QRectF &cells = placed.cells;
    // Cells narrower than a pixel share one, which shows the strongest of them.
    const double length = placed.upright ? cells.height() : cells.width();
    const std::size_t drawn = std::clamp<std::size_t>(std::size_t(length), 1, count);
    const double pitch = length / double(drawn);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    SignHatch signs(m_theme);
    MaskHatch mask;
    for (std::size_t i = 0; i < drawn; ++i) {
        const double value = strongest(strip.values, i * count / drawn, std::max((i + 1) * count / drawn, i + 1));
        const double along = double(i) * pitch;
        const QRectF cell = placed.upright ? QRectF(cells.left(), cells.top() + along, cells.width(), pitch)
                                           : QRectF(cells.left() + along, cells.top(), pitch, cells.height());
        if (isForbidden(value)) {
            mask.add(m_painter, cell, m_theme);
            continue;
        }
        m_painter.fillRect(cell, cellColor(m_theme, value, strip.limit));
        signs.add(cell, value / strip.limit);
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    signs.paint(m_painter);
    mask.paint(m_painter, m_theme);
}

void StepPainter::paintCellTexts(const PlacedStrip &placed, const StepStrip &strip)
{
    const auto count = int(strip.values.size());
    for (int i = 0; i < count && (placed.showsNumbers || placed.showsNames); ++i) {
        const double value = strip.values[std::size_t(i)];
        if (placed.showsNumbers)
            paintCellNumber(placed.cell(i), value,
                            StepLayout::cellNumber(m_data, value, strip.digits, placed.isShort, placed.cell(i).width()),
                            cellColor(m_theme, value, strip.limit));
        if (placed.showsNames)
            paintCellName(placed, strip, i);
    }
    if (!placed.beside.isEmpty())
        paintNumbersBeside(placed, strip);
}

/// No line of the hatching goes through −∞.
void StepPainter::paintCellNumber(const QRectF &cell, double value, const QString &text, const QColor &color)
{
    const QFont font = StepLayout::numberFont();
    if (isForbidden(value) && !text.isEmpty()) {
        const QSizeF size(textWidth(text, font) + 2, std::min(cell.height(), stepSizes::lowestNumber));
        QRectF plate(QPointF(), size);
        plate.moveCenter(cell.center());
        m_painter.fillRect(plate, m_theme.masked);
    }
    drawToken(m_painter, cell, Qt::AlignHCenter, text, font, inkOn(value, color));
}

/// The word in place of a number is quieter than numbers.
QColor StepPainter::inkOn(double value, const QColor &cell) const
{
    return std::isnan(value) ? m_theme.muted : m_theme.textOn(cell.rgb());
}

void StepPainter::paintNumbersBeside(const PlacedStrip &placed, const StepStrip &strip)
{
    const QFont font = StepLayout::numberFont();
    const double gap = 2 * textWidth(QStringLiteral(" "), font);
    QPointF at = placed.beside.topLeft();
    for (const double value : strip.values) {
        const QString text = numberText(value, strip.digits, placed.isShort);
        const double width = textWidth(text, font);
        if (placed.upright) {
            drawToken(m_painter, {at.x(), at.y(), placed.beside.width(), stepSizes::lowestNumber}, Qt::AlignHCenter,
                      text, font, m_theme.text);
            at.ry() += stepSizes::lowestNumber;
        } else {
            drawToken(m_painter, {at.x(), at.y(), width, placed.beside.height()}, Qt::AlignLeft, text, font,
                      m_theme.text);
            at.rx() += width + gap;
        }
    }
}

bool StepPainter::leavesOut(const QString &name, const QFont &font, double room, bool isMarked) const
{
    if (m_theme.leastNumber <= 0 || isMarked || textWidth(name, font) <= room)
        return false;
    LeftOut::noteName();
    return true;
}

template <typename NameOf, typename MiddleOf>
void StepPainter::paintPresentedName(const QRectF &row, double pitch, int place, int marked, double type,
                                     const NameOf &nameOf, const MiddleOf &middleOf)
{
    constexpr double gap = 3;
    const auto boxOf = [&](int of) {
        const double width = std::ceil(textWidth(nameOf(of), Theme::font(type, of == marked))) + 1;
        const double last = std::max(row.left(), row.right() - width);
        return QRectF(std::clamp(middleOf(of) - width / 2, row.left(), last), row.top(), width, row.height());
    };
    const bool isMarked = place == marked;
    const QFont font = Theme::font(type, isMarked);
    if (leavesOut(nameOf(place), font, pitch, isMarked))
        return;
    const QRectF box = boxOf(place);
    if (!isMarked && marked >= 0 && box.intersects(boxOf(marked).adjusted(-gap, 0, gap, 0)))
        return LeftOut::noteName();
    drawToken(m_painter, box, Qt::AlignHCenter, nameOf(place), font, isMarked ? m_theme.text : m_theme.muted);
}

void StepPainter::paintCellName(const PlacedStrip &placed, const StepStrip &strip, int cell)
{
    const bool isMarked = cell == strip.marked;
    const QColor color = isMarked ? m_theme.text : m_theme.muted;
    const QString name = visibleToken(cellName(strip.names, cell, strip.from));
    QRectF box = placed.cell(cell);
    if (placed.upright) {
        const QFont font = StepLayout::labelFont(isMarked);
        const double width = placed.namesWidth - 5;
        box = QRectF(box.left() - placed.namesWidth, box.top(), width, box.height());
        drawToken(m_painter, box, Qt::AlignRight, elidedToken(name, font, width), font, color);
        return;
    }
    if (m_theme.leastNumber > 0) {
        const QRectF row(placed.cells.left(), box.top() - box.height() + 3, placed.cells.width(), box.height());
        paintPresentedName(
            row, placed.pitch - 1, cell, strip.marked, 10,
            [&](int place) { return visibleToken(cellName(strip.names, place, strip.from)); },
            [&](int place) { return placed.cell(place).center().x(); });
        return;
    }
    const QFont font = Theme::font(10, isMarked);
    const QString elided = elidedToken(name, font, placed.pitch - 1);
    if (elided != QStringLiteral("…"))
        drawToken(m_painter, box.translated(0, -box.height() + 3), Qt::AlignHCenter, elided, font, color);
}

void StepPainter::paintFrames(const PlacedStrip &placed, const StepStrip &strip)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.border, 1));
    m_painter.drawRect(placed.cells);
    const auto frame = [&](int first, int last, double pen) {
        QRectF part = placed.cell(first).united(placed.cell(last));
        if (placed.upright)
            part.setHeight(std::max(2.0, part.height()));
        else
            part.setWidth(std::max(2.0, part.width()));
        m_painter.setPen(QPen(m_theme.accent, pen));
        m_painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
    };
    if (strip.last >= strip.first && strip.last - strip.first + 1 < int(strip.values.size()))
        frame(strip.first, strip.last, 2);
    if (strip.marked >= 0)
        frame(strip.marked, strip.marked, 1.6);
}

void StepPainter::paintMatrix(const PlacedMatrix &placed, const MatrixGrid &grid)
{
    const StepMatrix &matrix = stepOf(placed.step).matrices[std::size_t(placed.line)][std::size_t(placed.piece)].matrix;
    const Eigen::Index rows = matrix.transposed ? grid.columns() : grid.rows();
    const Eigen::Index columns = matrix.transposed ? grid.rows() : grid.columns();
    const double width = placed.cells.width() / double(columns);
    const double height = placed.cells.height() / double(rows);
    const auto forEachCell = [&](auto paintCell) {
        for (Eigen::Index i = 0; i < rows; ++i)
            for (Eigen::Index j = 0; j < columns; ++j)
                paintCell(QRectF(placed.cells.left() + double(j) * width, placed.cells.top() + double(i) * height,
                                 width, height),
                          matrix.transposed ? grid.at(j, i) : grid.at(i, j));
    };
    MaskHatch mask;
    SignHatch signs(m_theme);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    forEachCell([&](const QRectF &cell, double value) {
        if (isForbidden(value))
            return mask.add(m_painter, cell, m_theme);
        m_painter.fillRect(cell, cellColor(m_theme, value, grid.limit()));
        signs.add(cell, value / grid.limit());
    });
    m_painter.setRenderHint(QPainter::Antialiasing);
    signs.paint(m_painter);
    mask.paint(m_painter, m_theme);
    if (placed.showsNumbers)
        forEachCell([&](const QRectF &cell, double value) {
            paintCellNumber(cell, value, StepLayout::cellNumber(m_data, value, matrix.digits, placed.isShort, width),
                            cellColor(m_theme, value, grid.limit()));
        });
    paintMatrixMarks(placed, matrix);
    paintMatrixNames(placed, matrix);
}

/// The tokens at its edges, those of the row and the column in focus in bold.
void StepPainter::paintMatrixNames(const PlacedMatrix &placed, const StepMatrix &matrix)
{
    const QRectF &cells = placed.cells;
    const auto paint = [&](const QRectF &box, Qt::Alignment alignment, const QString &name, bool isMarked) {
        const QFont font = StepLayout::edgeFont(isMarked);
        const QString text = elidedToken(visibleToken(name), font, box.width());
        if (text != QStringLiteral("…"))
            drawToken(m_painter, box, alignment, text, font, isMarked ? m_theme.text : m_theme.muted);
    };
    const QStringList &rows = matrix.transposed ? matrix.columns : matrix.rows;
    const double height = cells.height() / double(std::max<qsizetype>(1, rows.size()));
    for (int i = 0; placed.namesWidth > 0 && i < rows.size(); ++i)
        paint({cells.left() - placed.namesWidth, cells.top() + i * height, placed.namesWidth - 4, height},
              Qt::AlignRight, rows[i], i == (matrix.transposed ? matrix.column : matrix.row));
    const QStringList &columns = matrix.transposed ? matrix.rows : matrix.columns;
    const double width = cells.width() / double(std::max<qsizetype>(1, columns.size()));
    for (int i = 0; placed.namesColumns && i < columns.size(); ++i)
        paint({cells.left() + i * width + 1, cells.top() - stepSizes::edgeHeight, width - 2, stepSizes::edgeHeight},
              Qt::AlignHCenter, columns[i], i == (matrix.transposed ? matrix.row : matrix.column));
}

void StepPainter::paintMatrixMarks(const PlacedMatrix &placed, const StepMatrix &matrix)
{
    const QRectF &cells = placed.cells;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.border, 1));
    m_painter.drawRect(cells);
    const int row = matrix.transposed ? matrix.column : matrix.row;
    const int column = matrix.transposed ? matrix.row : matrix.column;
    const Eigen::Index rows = matrix.transposed ? matrix.values->cols() : matrix.values->rows();
    const Eigen::Index columns = matrix.transposed ? matrix.values->rows() : matrix.values->cols();
    const double width = cells.width() / double(columns);
    const double height = cells.height() / double(rows);
    m_painter.setPen(QPen(m_theme.accent, 1.6));
    if (row >= 0)
        m_painter.drawRect(QRectF(cells.left(), cells.top() + row * height, cells.width(), height));
    if (column >= 0)
        m_painter.drawRect(QRectF(cells.left() + column * width, cells.top(), width, cells.height()));
}

void StepPainter::paintBars(const PlacedBars &placed)
{
    const StepBars &bars = *stepOf(placed.step).bars;
    const auto count = int(bars.values.size());
    const double scale = share(bars, 1); // once for all bars
    const auto shareOf = [&](double value) {
        const double scaled = std::isnan(value) ? 0 : value * scale;
        return placed.isSigned ? scaled : std::max(0.0, scaled);
    };
    for (int bar = 0; bar < count; ++bar) {
        if (!begin(placed.appearance.part(bar, count)))
            break;
        const auto place = std::size_t(bar);
        const double length = shareOf(bars.values[place]);
        m_painter.fillRect(placed.bar(bar, length), barColor(bar == bars.marked, length));
        if (placed.hasExact)
            paintExactBar(placed, placed.bar(bar, shareOf(bars.exact[place]), true));
        if (placed.lying)
            paintLyingLabel(placed, bar);
        else
            paintStandingLabel(placed, bar);
    }
    begin(placed.appearance);
    m_painter.setPen(QPen(m_theme.border, 1));
    m_painter.drawLine(placed.base());
}

double StepPainter::share(const StepBars &bars, double value) const
{
    return barShare(bars, value, m_data.isDifference);
}

/// Returns a bar's colour; in a difference it is the sign's, which the direction tells too.
QColor StepPainter::barColor(bool isMarked, double length) const
{
    if (m_data.isDifference)
        return QColor::fromRgb(m_theme.diverging(std::copysign(isMarked ? 1.0 : 0.6, length)));
    return isMarked ? m_theme.link : mixed(m_theme.muted, m_theme.panel, 0.55);
}

/// Writes a bar's number; a difference without one has no such key before.
QString StepPainter::barText(double value, int digits) const
{
    return std::isnan(value) && m_data.isDifference ? QCoreApplication::translate("StepsFigure", "new")
                                                    : numberText(value, digits);
}

void StepPainter::paintExactBar(const PlacedBars &placed, const QRectF &bar)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.muted, 1));
    if (placed.pitch >= narrowestOutline)
        m_painter.drawRect(bar);
    else
        m_painter.drawLine(placed.lying ? bar.bottomRight() : bar.topLeft(), bar.topRight());
}

bool StepPainter::meetsOthers(const PlacedBars &placed, int bar, const QRectF &box) const
{
    const StepBars &bars = *stepOf(placed.step).bars;
    const double scale = share(bars, 1);
    const int reach = int((placed.lying ? box.height() : box.width()) / placed.pitch) + 1;
    const int end = std::min(bar + reach + 1, int(bars.values.size()));
    for (int other = std::max(0, bar - reach); other < end; ++other) {
        const double value = bars.values[std::size_t(other)];
        if (other != bar && value * scale != 0 && !std::isnan(value) &&
            placed.bar(other, value * scale).intersects(box))
            return true;
    }
    return false;
}

void StepPainter::paintStandingLabel(const PlacedBars &placed, int bar)
{
    const StepBars &bars = *stepOf(placed.step).bars;
    const bool isMarked = bar == bars.marked;
    const QColor color = isMarked ? m_theme.text : m_theme.muted;
    const auto place = std::size_t(bar);
    if (isMarked || placed.showsValues || std::isnan(bars.values[place])) {
        double top = placed.bar(bar, share(bars, bars.values[place])).top();
        QFont font = StepLayout::numberFont();
        const double middle = placed.plot.left() + (bar + 0.5) * placed.pitch;
        // A number still fits in the picture beside a bar at the edge.
        const auto write = [&](double value, int digits, const QColor &ink) {
            QString text = barText(value, digits);
            const auto boxOf = [&](const QString &words) {
                const double width = textWidth(words, font);
                const double left = std::clamp(middle - width / 2, placed.plot.left(),
                                               std::max(placed.plot.left(), placed.plot.right() - width));
                return QRectF(left, top - 14, width, 13);
            };
            // Signed bars extend to both sides of the line that a short one's number is on.
            if (placed.isSigned && digits < 0 && m_data.digits < 0 && meetsOthers(placed, bar, boxOf(text)))
                text = std::isnan(value) ? text : numberText(value, digits, true);
            if (!placed.isSigned || !meetsOthers(placed, bar, boxOf(text)))
                drawToken(m_painter, boxOf(text), Qt::AlignLeft, text, font, ink);
            top -= 12;
        };
        if (placed.hasExact) {
            top = std::min(top, placed.bar(bar, share(bars, bars.exact[place])).top());
            write(bars.exact[place], -1, m_theme.muted);
        }
        font.setBold(isMarked);
        write(bars.values[place], bars.digits, color);
    }
    paintBarName(placed, bar, placed.plot.left() + (bar + 0.5) * placed.pitch, color);
}

void StepPainter::paintBarName(const PlacedBars &placed, int bar, double middle, const QColor &color)
{
    const StepBars &bars = *stepOf(placed.step).bars;
    const bool isMarked = bar == bars.marked;
    const QFont font = StepLayout::labelFont(isMarked);
    const QString name = visibleToken(bars.names.at(bar));
    const double below = placed.plot.bottom();
    const double room = placed.labels == PlacedBars::Labels::Slanted ? placed.slantedRoom : placed.pitch - 4;
    if (placed.labels != PlacedBars::Labels::MarkedOnly && leavesOut(name, font, room, isMarked))
        return;
    if (placed.labels == PlacedBars::Labels::Slanted) {
        drawSlantedToken(m_painter, QPointF(middle + 2, below + 7), 45, false,
                         elidedToken(name, font, placed.slantedRoom), font, color);
    } else if (placed.labels == PlacedBars::Labels::Level && m_theme.leastNumber > 0) {
        paintPresentedName(
            {placed.plot.left(), below + 2, placed.plot.width(), 14}, placed.pitch - 4, bar, bars.marked,
            font.pixelSize(), [&](int place) { return visibleToken(bars.names.at(place)); },
            [&](int place) { return placed.plot.left() + (place + 0.5) * placed.pitch; });
    } else if (placed.labels == PlacedBars::Labels::Level) {
        drawToken(m_painter, QRectF(middle - placed.pitch / 2, below + 2, placed.pitch, 14), Qt::AlignHCenter,
                  elidedToken(name, font, placed.pitch - 4), font, color);
    } else if (isMarked) {
        const double width = textWidth(name, font);
        const double left = std::clamp(middle - width / 2, placed.plot.left(),
                                       std::max(placed.plot.left(), placed.plot.right() - width));
        drawToken(m_painter, QRectF(left, below + 2, width, 14), Qt::AlignLeft, name, font, color);
    }
}

void StepPainter::paintLyingLabel(const PlacedBars &placed, int bar)
{
    const StepBars &bars = *stepOf(placed.step).bars;
    const bool isMarked = bar == bars.marked;
    if (!isMarked && !placed.showsValues && !std::isnan(bars.values[std::size_t(bar)]))
        return;
    const QColor color = isMarked ? m_theme.text : m_theme.muted;
    const QFont font = StepLayout::labelFont(isMarked);
    const auto place = std::size_t(bar);
    const double middle = placed.plot.top() + (bar + 0.5) * placed.pitch;
    const double width = placed.plot.left() - placed.whole.left() - 6;
    drawToken(m_painter, QRectF(placed.whole.left(), middle - 7, width, 14), Qt::AlignRight,
              elidedToken(visibleToken(bars.names.at(bar)), font, width), font, color);
    QFont number = StepLayout::numberFont();
    double right = placed.bar(bar, share(bars, bars.values[place])).right();
    if (placed.hasExact)
        right = std::max(right, placed.bar(bar, share(bars, bars.exact[place])).right());
    const auto write = [&](double value, int digits, const QColor &ink) {
        const QString text = barText(value, digits);
        const double advance = textWidth(text, number);
        if (placed.isSigned && meetsOthers(placed, bar, QRectF(right + 5, middle - 7, advance, 14)))
            right = std::max(right, placed.plot.right());
        drawToken(m_painter, QRectF(right + 5, middle - 7, advance, 14), Qt::AlignLeft, text, number, ink);
        right += advance + 8;
    };
    number.setBold(isMarked);
    write(bars.values[place], bars.digits, color);
    number.setBold(false);
    if (placed.hasExact)
        write(bars.exact[place], -1, m_theme.muted);
}

} // namespace regard

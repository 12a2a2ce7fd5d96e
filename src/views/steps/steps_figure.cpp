#include "views/steps/steps_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "draw/left_out.h"
#include "views/steps/step_painter.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr double smallestStage = 200;  // as wide as a stage alone at least
constexpr double smallestColumn = 380; // of a page
constexpr double smallestMatrixCell = 2;
constexpr qsizetype mostNumbered = 12; // of a row of cells that is read as numbers; a longer one is a picture

struct StepsFigureText {
    Q_DECLARE_TR_FUNCTIONS(StepsFigure)
};

/// The source of one of the cells that share it.
StepSource resolved(StepSource source, int row, int column)
{
    if (source.rowFollows)
        source.row = std::max(0, source.row) + row;
    if (source.columnFollows)
        source.column =
            StepSource{{}, 0, std::max(0, source.column), false, true, source.shift, source.period}.columnAt(column);
    source.rowFollows = source.columnFollows = false;
    source.shift = source.period = 0;
    return source;
}

std::vector<StepSource> resolved(std::vector<StepSource> sources, int row, int column)
{
    for (StepSource &source : sources)
        source = resolved(std::move(source), row, column);
    return sources;
}

} // namespace

StepsFigure::StepsFigure(StepsData data, int only, QSizeF size, const Theme &theme)
    : m_data(std::make_shared<const StepsData>(std::move(data))), m_theme(theme),
      m_layout(*m_data, m_theme, only, std::max(size.width(), smallestStage), size.height()),
      m_size(m_layout.size().expandedTo(size)), m_grids(m_layout.matrices().size())
{
}

StepsFigure::StepsFigure(std::shared_ptr<const StepsData> data, StepLayout layout, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_layout(std::move(layout)), m_size(size),
      m_grids(m_layout.matrices().size())
{
}

std::unique_ptr<StepsFigure> StepsFigure::stage(StepsData data, int only, QSizeF size, const Theme &theme,
                                                bool areBelow)
{
    const auto shared = std::make_shared<const StepsData>(std::move(data));
    StepLayout layout(*shared, theme, only, std::max(size.width(), smallestStage), size.height(), 1, true, areBelow);
    const QSizeF whole = layout.size().expandedTo(size);
    return std::unique_ptr<StepsFigure>(new StepsFigure(shared, std::move(layout), whole, theme));
}

std::unique_ptr<StepsFigure> StepsFigure::page(StepsData data, QSizeF size, const Theme &theme)
{
    const auto shared = std::make_shared<const StepsData>(std::move(data));
    if (!(size.height() > 0)) {
        const double width = std::max(size.width(), smallestStage);
        StepLayout layout(*shared, theme, allSteps, width, 0, std::clamp(int(width / smallestColumn), 1, 4));
        const QSizeF whole = layout.size();
        return std::unique_ptr<StepsFigure>(new StepsFigure(shared, std::move(layout), whole, theme));
    }
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
    if (best >= 1) // space is left over
        whole = whole.expandedTo(size);
    return std::unique_ptr<StepsFigure>(new StepsFigure(shared, std::move(layout), whole, theme));
}

bool StepsFigure::hasMatricesOf(const StepsFigure &other) const
{
    const std::vector<PlacedMatrix> &own = m_layout.matrices();
    const std::vector<PlacedMatrix> &others = other.m_layout.matrices();
    return !own.empty() && std::equal(own.begin(), own.end(), others.begin(), others.end(),
                                      [](const PlacedMatrix &a, const PlacedMatrix &b) {
                                          return std::abs(a.cells.width() - b.cells.width()) < 0.5 &&
                                                 std::abs(a.cells.height() - b.cells.height()) < 0.5 &&
                                                 a.showsNumbers == b.showsNumbers && a.isShort == b.isShort &&
                                                 (a.namesWidth > 0) == (b.namesWidth > 0);
                                      });
}

bool StepsFigure::hasStripsOf(const StepsFigure &other) const
{
    const std::vector<PlacedStrip> &own = m_layout.strips();
    const std::vector<PlacedStrip> &others = other.m_layout.strips();
    const std::vector<PlacedBars> &bars = m_layout.bars();
    const std::vector<PlacedBars> &othersBars = other.m_layout.bars();
    const auto areAlike = [](const PlacedBars &a, const PlacedBars &b) {
        return a.labels == b.labels && a.showsValues == b.showsValues;
    };
    if (!std::equal(bars.begin(), bars.end(), othersBars.begin(), othersBars.end(), areAlike))
        return false;
    return std::equal(own.begin(), own.end(), others.begin(), others.end(),
                      [](const PlacedStrip &a, const PlacedStrip &b) {
                          return a.showsNumbers == b.showsNumbers && a.isShort == b.isShort &&
                                 a.showsNames == b.showsNames && a.beside.isEmpty() == b.beside.isEmpty();
                      });
}

const StepStrip &StepsFigure::stripOf(const PlacedStrip &placed) const
{
    return m_data->steps[std::size_t(placed.step)].strips[std::size_t(placed.strip)];
}

const StepBars &StepsFigure::barsOf(const PlacedBars &placed) const
{
    return *m_data->steps[std::size_t(placed.step)].bars;
}

QRectF StepsFigure::cellRect(int step, int strip, int cell) const
{
    for (const PlacedStrip &placed : m_layout.strips())
        if (placed.step == step && placed.strip == strip)
            return placed.cell(cell);
    return {};
}

QRectF StepsFigure::barRect(int step, int bar) const
{
    for (const PlacedBars &placed : m_layout.bars()) {
        const StepBars &bars = barsOf(placed);
        if (placed.step == step)
            return placed.bar(bar, barShare(bars, bars.values.at(std::size_t(bar)), m_data->isDifference));
    }
    return {};
}

const StepMatrix &StepsFigure::matrixOf(const PlacedMatrix &placed) const
{
    return m_data->steps[std::size_t(placed.step)].matrices[std::size_t(placed.line)][std::size_t(placed.piece)].matrix;
}

QRectF StepsFigure::cellOf(const PlacedMatrix &placed, int row, int column) const
{
    const StepMatrix &matrix = matrixOf(placed);
    auto rows = double(matrix.values->rows());
    auto columns = double(matrix.values->cols());
    if (matrix.transposed) {
        std::swap(rows, columns);
        std::swap(row, column);
    }
    const double width = placed.cells.width() / columns;
    const double height = placed.cells.height() / rows;
    return {placed.cells.left() + column * width, placed.cells.top() + row * height, width, height};
}

QRectF StepsFigure::matrixCellRect(int step, int line, int piece, int row, int column) const
{
    for (const PlacedMatrix &placed : m_layout.matrices())
        if (placed.step == step && placed.line == line && placed.piece == piece)
            return cellOf(placed, row, column);
    return {};
}

QString StepsFigure::numberText(double value, int digits) const
{
    return pictureNumberText(*m_data, value, digits);
}

std::optional<StepHit> StepsFigure::hitMatrix(const PlacedMatrix &placed, QPointF point) const
{
    if (!placed.cells.contains(point))
        return std::nullopt;
    const StepMatrix &matrix = matrixOf(placed);
    const Matrix &values = *matrix.values;
    const auto along = [](double share, Eigen::Index count) {
        const auto index = Eigen::Index(share * double(count));
        return int(std::clamp<Eigen::Index>(index, 0, count - 1));
    };
    const double across = (point.x() - placed.cells.left()) / placed.cells.width();
    const double down = (point.y() - placed.cells.top()) / placed.cells.height();
    const int row = along(matrix.transposed ? across : down, values.rows());
    const int column = along(matrix.transposed ? down : across, values.cols());
    StepHit hit{placed.step};
    if (matrix.columnsAreKeys)
        hit.key = column;
    else if (matrix.columnsAreComponents)
        hit.component = column;
    else if (matrix.rowsAreKeys)
        hit.key = row;
    QString first = cellName(matrix.rows, row);
    QString second = cellName(matrix.columns, column, matrix.from);
    if (matrix.transposed)
        first.swap(second);
    hit.note = QStringLiteral("%1 [%2, %3] %4")
                   .arg(matrix.name, first, second, numberText(double(values(row, column)), matrix.digits));
    hit.inputs = resolved(matrix.sources, row, column);
    hit.box = cellOf(placed, row, column);
    return hit;
}

std::optional<StepHit> StepsFigure::hitStrip(const PlacedStrip &placed, QPointF point) const
{
    const StepStrip &strip = stripOf(placed);
    const bool inCells = placed.cells.contains(point) && !strip.values.empty();
    if (!inCells && (strip.key < 0 || !placed.whole.contains(point)))
        return std::nullopt;
    StepHit hit{placed.step, strip.key};
    if (!inCells) {
        // The whole row stands for the weight of its key.
        hit.note = strip.name + QStringLiteral(": ") + strip.note;
        hit.inputs = {{{}, m_data->query, strip.key}};
        hit.box = placed.whole;
        return hit;
    }
    const int cell = std::min(placed.cellAt(point), int(strip.values.size()) - 1);
    if (strip.overKeys)
        hit.key = cell;
    if (strip.isComponent)
        hit.component = cell;
    hit.note = QStringLiteral("%1 [%2] %3")
                   .arg(strip.name, cellName(strip.names, cell, strip.from),
                        numberText(strip.values[std::size_t(cell)], strip.digits));
    hit.inputs = resolved(strip.sources, cell, cell);
    hit.box = placed.cell(cell);
    return hit;
}

std::optional<StepHit> StepsFigure::hitBars(const PlacedBars &placed, QPointF point) const
{
    const StepBars &bars = barsOf(placed);
    if (!placed.whole.contains(point) || bars.values.empty())
        return std::nullopt;
    const int bar = std::min(placed.barAt(point), int(bars.values.size()) - 1);
    const auto place = std::size_t(bar);
    const int means = bars.keys[place];
    StepHit hit{placed.step};
    (bars.overKeys ? hit.key : hit.component) = means;
    const QString value = numberText(bars.values[place], bars.digits);
    hit.note =
        placed.hasExact
            ? StepsFigureText::tr("%1: %2, exactly %3").arg(bars.names.at(bar), value, numberText(bars.exact[place]))
            : QStringLiteral("%1: %2").arg(bars.names.at(bar), value);
    hit.inputs = resolved(bars.sources, means, means);
    hit.box =
        placed.lying
            ? QRectF(placed.whole.left(), placed.plot.top() + bar * placed.pitch, placed.whole.width(), placed.pitch)
            : QRectF(placed.plot.left() + bar * placed.pitch, placed.whole.top(), placed.pitch, placed.whole.height());
    return hit;
}

std::optional<StepHit> StepsFigure::hitText(const PlacedText &placed, QPointF point) const
{
    if ((!placed.term && !placed.number) || !placed.box.contains(point))
        return std::nullopt;
    StepHit hit{placed.step, placed.key, placed.component, placed.text, {}, placed.cell, placed.box};
    if (placed.number) {
        hit.note = wholeNumberText(*placed.number);
        hit.inputs = placed.number->sources;
        return hit;
    }
    // A term's name or sign stands for the whole term.
    for (const StepNumber &number : placed.term->numbers)
        hit.inputs.insert(hit.inputs.end(), number.sources.begin(), number.sources.end());
    return hit;
}

std::optional<StepHit> StepsFigure::hit(QPointF point) const
{
    const auto among = [&](const auto &places, auto hitOne) -> std::optional<StepHit> {
        for (const auto &placed : places) {
            if (placed.appearance.shownAt(revealedItems()) <= 0)
                continue;
            if (auto found = (this->*hitOne)(placed, point))
                return found;
        }
        return std::nullopt;
    };
    if (auto found = among(m_layout.matrices(), &StepsFigure::hitMatrix))
        return found;
    if (auto found = among(m_layout.strips(), &StepsFigure::hitStrip))
        return found;
    if (auto found = among(m_layout.bars(), &StepsFigure::hitBars))
        return found;
    return among(m_layout.texts(), &StepsFigure::hitText);
}

void StepsFigure::setReveal(double share)
{
    m_reveal = std::clamp(share, 0.0, 1.0);
}

double StepsFigure::revealedItems() const
{
    // The end counts one item more: rounding must not leave the last one paler.
    return m_reveal >= 1 ? m_layout.items() + 1 : m_reveal * m_layout.items();
}

/// A large matrix is read through once, when it is first seen.
const MatrixGrid &StepsFigure::gridOf(std::size_t place) const
{
    std::shared_ptr<const MatrixGrid> &grid = m_grids[place];
    if (!grid) {
        const PlacedMatrix &placed = m_layout.matrices()[place];
        const StepMatrix &matrix = matrixOf(placed);
        const Matrix &values = *matrix.values;
        const auto drawn = [](double length, Eigen::Index count) {
            return std::clamp<Eigen::Index>(Eigen::Index(length / smallestMatrixCell), 1, count);
        };
        const double down = placed.cells.height();
        const double across = placed.cells.width();
        grid = std::make_shared<const MatrixGrid>(values, drawn(matrix.transposed ? across : down, values.rows()),
                                                  drawn(matrix.transposed ? down : across, values.cols()));
    }
    return *grid;
}

void StepsFigure::noteWhatIsMissing() const
{
    for (const PlacedStrip &placed : m_layout.strips()) {
        const StepStrip &strip = stripOf(placed);
        const auto count = qsizetype(strip.values.size());
        const bool isFirstOverKeys = strip.overKeys && placed.strip == 0;
        if (strip.length == 1 && count <= mostNumbered && count > 0 && !placed.showsNumbers && placed.beside.isEmpty())
            LeftOut::notePart(strip.name);
        if (isFirstOverKeys && !placed.showsNames)
            LeftOut::noteName();
    }
    for (const PlacedBars &placed : m_layout.bars()) {
        const auto count = qsizetype(barsOf(placed).values.size());
        if (count <= mostNumbered && count > 0 && !placed.showsValues)
            LeftOut::noteName();
        if (count > 1 && placed.labels == PlacedBars::Labels::MarkedOnly)
            LeftOut::noteName();
    }
    for (const PlacedMatrix &placed : m_layout.matrices()) {
        const StepLine &line = m_data->steps[std::size_t(placed.step)].matrices[std::size_t(placed.line)];
        const bool isOfNumbers = std::all_of(line.begin(), line.end(), [](const StepPiece &piece) {
            return !piece.sign.isEmpty() ||
                   std::max(piece.matrix.values->rows(), piece.matrix.values->cols()) <= Eigen::Index(mostNumbered);
        });
        if (isOfNumbers && !placed.showsNumbers)
            LeftOut::notePart(matrixOf(placed).name);
    }
}

void StepsFigure::paintTexts(QPainter &painter) const
{
    noteWhatIsMissing();
    paint(painter);
}

void StepsFigure::paint(QPainter &painter) const
{
    const QRectF all(QPointF(0, 0), m_size);
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, all);
    StepPainter(painter, *m_data, m_layout, m_theme, revealedItems())
        .paint(painter.hasClipping() ? painter.clipBoundingRect() : all,
               [this](std::size_t matrix) -> const MatrixGrid & { return gridOf(matrix); });
}

} // namespace regard

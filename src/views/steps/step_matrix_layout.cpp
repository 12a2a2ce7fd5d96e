#include "views/steps/step_layout.h"

#include <algorithm>
#include <utility>

#include <QFontMetricsF>

#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_sizes.h"

namespace regard {

namespace {

constexpr double stepMatrixLayoutLabelHeight = 17;
constexpr Eigen::Index mostNumberRows = 16; // and columns, of a matrix that shows its numbers
constexpr double narrowestNumber = 18;
constexpr double largestMatrix = 144;
constexpr double smallestMatrix = 14;
constexpr double matrixLineGap = 26;    // between lines beside each other
constexpr double narrowestScale = 0.35; // of cells without numbers

/// Returns rows and columns as drawn.
std::pair<Eigen::Index, Eigen::Index> shapeOf(const StepMatrix &matrix)
{
    const Matrix &values = *matrix.values;
    if (matrix.transposed)
        return {values.cols(), values.rows()};
    return {values.rows(), values.cols()};
}

QString labelOf(const StepMatrix &matrix, bool showsShape)
{
    if (!showsShape)
        return matrix.name;
    const auto [rows, columns] = shapeOf(matrix);
    return QStringLiteral("%1 %2 × %3").arg(matrix.name).arg(rows).arg(columns);
}

/// The tokens of the rows, or of the columns, as drawn; empty where they are none, as of a sign.
QStringList edgeNames(const StepMatrix &matrix, bool ofRows)
{
    if (!matrix.values)
        return {};
    const auto shape = shapeOf(matrix);
    const QStringList &names = ofRows == matrix.transposed ? matrix.columns : matrix.rows;
    return names.size() == (ofRows ? shape.first : shape.second) ? names : QStringList();
}

QFont signFont()
{
    return Theme::font(13, true);
}

QFont matrixNameFont()
{
    return Theme::font(10, true);
}

bool hasRoomForNumbers(const Matrix &values)
{
    return values.rows() <= mostNumberRows && values.cols() <= mostNumberRows;
}

} // namespace

QSizeF StepLayout::matrixSize(const StepMatrix &matrix, Numbers numbers) const
{
    const auto shape = shapeOf(matrix);
    const auto rows = double(shape.first);
    const auto columns = double(shape.second);
    if (numbers != Numbers::None) {
        const Matrix &values = *matrix.values;
        const std::vector<double> all(values.data(), values.data() + values.size());
        const double widestNumber = widest(all, matrix.digits, shown(matrix, numbers));
        // While presenting what is narrow can be large.
        if (m_theme.leastNumber > 0)
            return {columns * (widestNumber + 5), rows * 15};
        return {columns * std::max(narrowestNumber, widestNumber + 6), rows * 16};
    }
    const double cell = std::min(12.0, largestMatrix / std::max(rows, columns));
    return {std::max(smallestMatrix, columns * cell), std::max(smallestMatrix, rows * cell)};
}

StepLayout::Numbers StepLayout::shown(const StepMatrix &matrix, Numbers numbers) const
{
    return numbers == Numbers::Short && hasDigits(matrix.digits) ? Numbers::Whole : numbers;
}

/// How wide the pieces of a line are.
struct StepLayout::MeasuredLine {
    Numbers numbers = Numbers::None;
    bool showsShapes = false;
    bool showsNames = false;   // tokens at the edges
    int loss = 0;              // 0: all numbers whole, on one line; then more and more is lost
    std::vector<QSizeF> sizes; // of the matrices; empty for signs
    std::vector<double> rooms; // with the name above, or the sign
    double cells = 0;
    double others = 0;
};

/// Below each other; while presenting beside each other where they have room, as large type leaves little height.
double StepLayout::placeMatrices(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[std::size_t(index)];
    double x = at.x();
    double y = at.y();
    double bottom = y;
    for (int line = 0; line < int(step.matrices.size()); ++line) {
        const MeasuredLine measured = fitLine(step.matrices[std::size_t(line)], width);
        const double own = measured.cells + measured.others;
        if (m_theme.leastNumber <= 0 || x + own > at.x() + width) {
            x = at.x();
            y = bottom;
        }
        bottom = std::max(bottom, placeLine(index, line, {x, y}, x > at.x() ? own : width) + 8);
        x += own + matrixLineGap;
    }
    return bottom;
}

QFont StepLayout::edgeFont(bool bold)
{
    return Theme::font(10, bold);
}

/// The width of the tokens left of a matrix, with their gap; 0 where its rows are no tokens.
double StepLayout::edgeWidth(const StepMatrix &matrix)
{
    constexpr double most = 90;
    constexpr double gap = 5;
    double widest = 0;
    for (const QString &name : edgeNames(matrix, true))
        widest = std::max(widest, textWidth(visibleToken(name), edgeFont(true)));
    return widest > 0 ? std::min(most, std::ceil(widest)) + gap : 0;
}

StepLayout::MeasuredLine StepLayout::measureLine(const StepLine &pieces, Numbers numbers, bool showsShapes,
                                                 bool showsNames) const
{
    MeasuredLine line{numbers, showsShapes, showsNames, 0, {}, {}};
    for (const StepPiece &piece : pieces) {
        if (!piece.sign.isEmpty()) {
            line.sizes.emplace_back();
            line.rooms.push_back(textWidth(piece.sign, signFont()) + 12);
            line.others += line.rooms.back();
            continue;
        }
        line.sizes.push_back(matrixSize(piece.matrix, numbers));
        const double width = line.sizes.back().width();
        const double name = textWidth(labelOf(piece.matrix, showsShapes), matrixNameFont()) + 4;
        line.rooms.push_back(std::max(name, width) + (showsNames ? edgeWidth(piece.matrix) : 0));
        line.cells += width;
        line.others += line.rooms.back() - width;
    }
    return line;
}

/// Fits a line that is too wide: the tokens at the edges are dropped first, then the shapes beside the names, then the
/// numbers' digits; then it breaks, then cells lose the numbers that do not fit. Without numbers the cells become
/// narrower.
StepLayout::MeasuredLine StepLayout::fitLine(const StepLine &pieces, double width) const
{
    const bool hasNumbers = std::all_of(pieces.begin(), pieces.end(), [](const StepPiece &piece) {
        return !piece.sign.isEmpty() || hasRoomForNumbers(*piece.matrix.values);
    });
    if (hasNumbers) {
        const bool mayName = m_theme.leastNumber <= 0; // presented, all the room is for numbers
        for (const Numbers numbers : {Numbers::Whole, Numbers::Short}) {
            for (const auto &[showsNames, showsShapes] :
                 {std::pair(mayName, true), std::pair(false, true), std::pair(false, false)}) {
                MeasuredLine line = measureLine(pieces, numbers, showsShapes, showsNames);
                line.loss = numbers == Numbers::Whole ? 0 : 1;
                if (line.cells + line.others <= width)
                    return line;
            }
        }
        MeasuredLine line = measureLine(pieces, Numbers::Short, false);
        line.loss = 2;
        if (squeeze(pieces, width, line))
            return line;
    }
    MeasuredLine line = measureLine(pieces, Numbers::None, true);
    line.loss = hasNumbers ? 4 : 0;
    if (line.cells * narrowestScale + line.others > width)
        line = measureLine(pieces, Numbers::None, false);
    const double scale = std::clamp((width - line.others) / std::max(1.0, line.cells), narrowestScale, 1.0);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (!pieces[i].sign.isEmpty())
            continue;
        const double whole = line.sizes[i].width();
        line.sizes[i].setWidth(std::max(4.0, whole * scale));
        line.rooms[i] += line.sizes[i].width() - whole;
    }
    return line;
}

/// Squeezes a line that breaks: no matrix, with the sign before it, may be wider than a line. False where a cell would
/// be too narrow for any number.
bool StepLayout::squeeze(const StepLine &pieces, double width, MeasuredLine &line)
{
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (!pieces[i].sign.isEmpty())
            continue;
        const double before = i > 0 && !pieces[i - 1].sign.isEmpty() ? line.rooms[i - 1] : 0;
        const double whole = line.sizes[i].width();
        if (before + whole <= width)
            continue;
        const double squeezed = width - before;
        if (squeezed < narrowestNumber * double(shapeOf(pieces[i].matrix).second))
            return false;
        line.sizes[i].setWidth(squeezed);
        line.rooms[i] = squeezed;
        line.loss = 3;
    }
    return true;
}

int StepLayout::lossOf(const Step &step, double width) const
{
    int loss = 0;
    for (const StepLine &line : step.matrices)
        loss = std::max(loss, fitLine(line, width).loss);
    return loss;
}

double StepLayout::placeLine(int index, int line, QPointF at, double width)
{
    const StepLine &pieces = m_data.steps[std::size_t(index)].matrices[std::size_t(line)];
    const MeasuredLine measured = fitLine(pieces, width);
    double y = at.y();
    std::size_t first = 0;
    double taken = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        // A sign stays with the matrix that follows it.
        const bool leads = !pieces[i].sign.isEmpty() && i + 1 < pieces.size();
        const double room = measured.rooms[i] + (leads ? measured.rooms[i + 1] : 0);
        const bool isLed = i > 0 && !pieces[i - 1].sign.isEmpty();
        if (i > first && !isLed && taken + room > width + 1) {
            y = placePieces(index, line, measured, first, i, {at.x(), y}) + 4;
            first = i;
            taken = 0;
        }
        taken += measured.rooms[i];
    }
    return placePieces(index, line, measured, first, pieces.size(), {at.x(), y});
}

double StepLayout::placePieces(int index, int line, const MeasuredLine &measured, std::size_t first, std::size_t end,
                               QPointF at)
{
    const StepLine &pieces = m_data.steps[std::size_t(index)].matrices[std::size_t(line)];
    double tallest = 0;
    double above = stepMatrixLayoutLabelHeight;
    for (std::size_t i = first; i < end; ++i) {
        tallest = std::max(tallest, measured.sizes[i].height());
        if (measured.showsNames && !edgeNames(pieces[i].matrix, false).isEmpty())
            above = stepMatrixLayoutLabelHeight + stepSizes::edgeHeight;
    }
    double x = at.x();
    for (std::size_t i = first; i < end; ++i) {
        const StepPiece &piece = pieces[i];
        const double slot = measured.rooms[i];
        const Appearance appearance = nextItem();
        const auto write = [&](const QRectF &box, const QString &text, const QFont &font, const QColor &color) {
            m_texts.push_back({box, text, font, color, index, appearance});
            m_texts.back().isNotation = true;
        };
        if (piece.sign.isEmpty()) {
            const QSizeF size = measured.sizes[i];
            const double top = at.y() + above + (tallest - size.height()) / 2;
            const bool namesColumns = measured.showsNames && !edgeNames(piece.matrix, false).isEmpty();
            const double names = measured.showsNames ? edgeWidth(piece.matrix) : 0;
            const double label = top - stepMatrixLayoutLabelHeight - (namesColumns ? stepSizes::edgeHeight : 0);
            write({x + names, label, slot - names, stepMatrixLayoutLabelHeight},
                  labelOf(piece.matrix, measured.showsShapes), matrixNameFont(),
                  stepRoleColor(m_theme, piece.matrix.role));
            PlacedMatrix placed{index, line, int(i), {QPointF(x + names, top), size}};
            placed.namesWidth = names;
            placed.namesColumns = namesColumns;
            placed.showsNumbers = measured.numbers != Numbers::None;
            placed.isShort = shown(piece.matrix, measured.numbers) == Numbers::Short;
            placed.appearance = appearance;
            m_matrices.push_back(placed);
        } else {
            write({x + 6, at.y() + above, slot, tallest}, piece.sign, signFont(), m_theme.text);
        }
        x += slot;
    }
    return at.y() + above + tallest;
}

} // namespace regard

#include "views/present/weights_picture.h"

#include <algorithm>

#include <QCoreApplication>

#include "document/document.h"
#include "document/matrices/matrix_axes.h"
#include "document/matrices/matrix_label.h"
#include "draw/presented_figure.h"
#include "views/weights/head_bands.h"

namespace regard {

namespace {

constexpr int mostPresentedCells = 12; // of a side
constexpr int leastPresentedRows = 8;
constexpr int leastPresentedColumns = 4;

struct WeightsPictureText {
    Q_DECLARE_TR_FUNCTIONS(WeightsPicture)
};

QStringList tokenRows(const Document &document, Side side)
{
    QStringList names;
    for (const Token &token : document.sentences().tokens(side).tokens)
        names << QString::fromStdString(token.label.empty() ? token.text : token.label);
    return names;
}

/// The first names, then numbers.
QStringList namesOrNumbers(QStringList names, int count)
{
    names = names.mid(0, count);
    while (names.size() < count)
        names << QString::number(names.size());
    return names;
}

QStringList dimensionNames(const Document &document)
{
    QStringList names;
    for (const std::string &name : document.matrices().shownDimensions())
        names << QString::fromStdString(name);
    return names;
}

QStringList rowNames(const Document &document, const std::string &matrix, int count)
{
    QStringList names;
    if (matrix == embeddingMatrix || matrix == targetEmbeddingMatrix)
        names = tokenRows(document, matrix == embeddingMatrix ? Side::Source : Side::Target);
    else if (readsModelWidth(matrix))
        names = dimensionNames(document);
    return namesOrNumbers(names, count);
}

QStringList columnNames(const Document &document, const std::string &matrix, int count)
{
    return namesOrNumbers(givesModelWidth(matrix) ? dimensionNames(document) : QStringList(), count);
}

using Span = std::pair<int, int>; // first and last

/// Chooses so many of `whole` that what is kept is among them, a few before it.
Span partAround(Span kept, Span whole, int most)
{
    const int from = kept.second - kept.first < most ? kept.second - most + 1 : whole.first;
    const int first = std::clamp(kept.first - most / 3, std::max(whole.first, from),
                                 std::max(whole.first, std::min(kept.first, whole.second - most + 1)));
    return {first, std::min(whole.second, first + most - 1)};
}

/// The cell's own band of a matrix that is split by heads, all of another.
Span bandOf(const HeadBands &bands, Qt::Orientation along, int cell, int count)
{
    if (!bands.exist || bands.along != along || bands.width < 2 || bands.width > mostPresentedCells)
        return {0, count - 1};
    const int first = cell < 0 ? bands.selected * bands.width : cell / bands.width * bands.width;
    return {first, std::min(count, first + bands.width) - 1};
}

Span joined(Span a, Span b)
{
    return {std::min(a.first, b.first), std::max(a.second, b.second)};
}

int lengthOf(Span span)
{
    return span.second - span.first + 1;
}

/// The width of the longest number in the type of laidOutType.
double widestNumber(const Matrix &values, Span rows, Span columns)
{
    constexpr double widthOfDigit = 0.61; // of the type's size
    qsizetype longest = 1;
    for (int row = rows.first; row <= rows.second; ++row)
        for (int column = columns.first; column <= columns.second; ++column)
            longest = std::max(longest, QString::number(double(values(row, column)), 'g', 3).size());
    return widthOfDigit * laidOutType * double(longest) + 5;
}

} // namespace

std::unique_ptr<HeatmapFigure> weightsPicture(const Document &document, const CellRef &cell, QSizeF size,
                                              const Theme &theme)
{
    const SharedMatrix values = cell.matrix.empty() ? nullptr : document.matrices().matrix(cell.matrix).matrix();
    if (!values || values->size() == 0)
        return nullptr;
    const auto rows = int(values->rows());
    const auto columns = int(values->cols());
    HeatmapData data;
    data.queries = rowNames(document, cell.matrix, rows);
    data.keys = columnNames(document, cell.matrix, columns);
    data.values = values;
    data.isWeights = false;
    data.title = matrixLabel(cell.matrix);
    Span keptRows(std::max(0, cell.row), std::max(0, cell.row));
    Span keptColumns(std::max(0, cell.column), std::max(0, cell.column));
    for (const CellRef &named : document.look().highlight().cells)
        if (named.matrix == cell.matrix && named.row >= 0 && named.column >= 0) {
            keptRows = joined(keptRows, {named.row, named.row});
            keptColumns = joined(keptColumns, {named.column, named.column});
        }
    const HeadBands bands = headBandsOf(document, cell.matrix);
    const Span allRows = joined(bandOf(bands, Qt::Vertical, cell.row, rows), keptRows);
    const Span allColumns = joined(bandOf(bands, Qt::Horizontal, cell.column, columns), keptColumns);
    Span shownRows = partAround(keptRows, allRows, mostPresentedCells);
    Span shownColumns = partAround(keptColumns, allColumns, mostPresentedCells);
    Theme numbered = theme;
    numbered.parts.numbers = numbered.parts.numbers.value_or(true);
    const auto made = [&] {
        HeatmapData titled = data;
        if (lengthOf(shownRows) < rows)
            titled.title +=
                WeightsPictureText::tr(" · rows %1 to %2 of %3").arg(shownRows.first).arg(shownRows.second).arg(rows);
        if (lengthOf(shownColumns) < columns)
            titled.title += WeightsPictureText::tr(" · columns %1 to %2 of %3")
                                .arg(shownColumns.first)
                                .arg(shownColumns.second)
                                .arg(columns);
        return std::make_unique<HeatmapFigure>(std::move(titled), size, numbered, shownRows, shownColumns);
    };
    auto picture = made();
    if (theme.leastNumber <= 0)
        return picture;
    const auto fewer = [](Span &shown, Span kept, Span all, double fitting, int least) {
        least = std::max(least, lengthOf(kept));
        const int most = std::clamp(int(fitting), std::min(least, lengthOf(shown)), lengthOf(shown));
        const bool isLess = most < lengthOf(shown);
        if (isLess)
            shown = partAround(kept, all, most);
        return isLess;
    };
    constexpr double leastRow = 1.4 * laidOutType;
    const QRectF cells = picture->cellsRect();
    const double wide = widestNumber(*values, shownRows, shownColumns);
    const bool isLess = fewer(shownRows, keptRows, allRows, cells.height() / leastRow, leastPresentedRows);
    if (fewer(shownColumns, keptColumns, allColumns, cells.width() / wide, leastPresentedColumns) || isLess)
        picture = made();
    return picture;
}

} // namespace regard

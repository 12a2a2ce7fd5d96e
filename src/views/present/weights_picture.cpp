#include "views/present/weights_picture.h"

#include <algorithm>

#include <QCoreApplication>

#include "document/document.h"
#include "document/matrices/matrix_axes.h"
#include "document/matrices/matrix_label.h"

namespace regard {

namespace {

constexpr int mostPresentedCells = 12; // of a side

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

/// Chooses so many of `count` that `kept`, where there is such a one, is among them, a few before it.
std::pair<int, int> partAround(int kept, int count)
{
    const int first = std::clamp(kept - mostPresentedCells / 3, 0, std::max(0, count - mostPresentedCells));
    return {first, std::min(count, first + mostPresentedCells) - 1};
}

} // namespace

std::unique_ptr<HeatmapFigure> weightsPicture(const Document &document, const CellRef &cell, QSizeF size,
                                              const Theme &theme)
{
    const SharedMatrix values = cell.matrix.empty() ? nullptr : document.matrices().matrix(cell.matrix);
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
    const std::pair<int, int> shownRows = partAround(cell.row, rows);
    const std::pair<int, int> shownColumns = partAround(cell.column, columns);
    if (shownRows.second - shownRows.first + 1 < rows)
        data.title +=
            WeightsPictureText::tr(" · rows %1 to %2 of %3").arg(shownRows.first).arg(shownRows.second).arg(rows);
    if (shownColumns.second - shownColumns.first + 1 < columns)
        data.title += WeightsPictureText::tr(" · columns %1 to %2 of %3")
                          .arg(shownColumns.first)
                          .arg(shownColumns.second)
                          .arg(columns);
    Theme numbered = theme;
    numbered.parts.numbers = numbered.parts.numbers.value_or(true);
    return std::make_unique<HeatmapFigure>(std::move(data), size, numbered, shownRows, shownColumns);
}

} // namespace regard

#include "views/steps/step_pieces.h"

#include <memory>
#include <utility>

namespace regard {

StepPiece stepSign(const QString &text)
{
    return {text};
}

StepPiece StepPieces::matrix(const QString &name, Matrix values, StepRole role, StepSourceList sources) const
{
    StepPiece piece;
    piece.matrix.name = name;
    piece.matrix.values = std::make_shared<const Matrix>(std::move(values));
    piece.matrix.role = role;
    piece.matrix.sources = std::move(sources);
    return piece;
}

StepPiece StepPieces::weight(const QString &name, const std::string &weight, int column) const
{
    StepPiece piece;
    piece.matrix.name = name;
    piece.matrix.values = m_pass.model.weights.find(weight).matrix();
    piece.matrix.column = column;
    piece.matrix.sources = {cellsSource(weight)};
    return piece;
}

StepPiece StepPieces::headPart(const QString &name, const std::string &weight, int head, int width, int column) const
{
    const int first = head * width;
    StepPiece piece = matrix(name, m_pass.model.weights.weight(weight).middleCols(first, width), StepRole::Plain,
                             {cellsSource(weight, first)});
    piece.matrix.column = column;
    piece.matrix.from = first;
    return piece;
}

StepPiece StepPieces::numberedFrom(int first, StepPiece piece)
{
    piece.matrix.from = first;
    return piece;
}

StepPiece StepPieces::asking(const QString &name, Matrix values, StepRole role, int column,
                             StepSourceList sources) const
{
    StepPiece piece = matrix(name, std::move(values), role, std::move(sources));
    piece.matrix.row = m_pass.query;
    piece.matrix.column = column;
    piece.matrix.rows = m_pass.queries;
    piece.matrix.columnsAreComponents = column >= 0;
    return piece;
}

StepPiece PairPieces::asked(const QString &name, Matrix values, StepRole role, int column, StepSourceList sources) const
{
    StepPiece piece = asking(name, std::move(values), role, column, std::move(sources));
    piece.matrix.row = m_context.key;
    piece.matrix.rows = m_context.keys;
    piece.matrix.rowsAreKeys = true;
    return piece;
}

StepPiece PairPieces::pairs(const QString &name, Matrix values, StepSourceList sources) const
{
    StepPiece piece = asking(name, std::move(values), StepRole::Score, -1, std::move(sources));
    piece.matrix.column = m_context.key;
    piece.matrix.columns = m_context.keys;
    piece.matrix.columnsAreKeys = true;
    return piece;
}

StepLine StepPieces::product(StepPiece a, StepPiece b, std::optional<StepPiece> bias, StepPiece result) const
{
    if (m_pass.choice.columns)
        std::swap(a, b);
    StepLine line{std::move(a), stepSign(QStringLiteral("·")), std::move(b)};
    if (bias) {
        line.push_back(stepSign(QStringLiteral("+")));
        line.push_back(std::move(*bias));
    }
    line.push_back(stepSign(QStringLiteral("=")));
    line.push_back(std::move(result));
    return line;
}

void StepPieces::turn(StepLine &line)
{
    for (StepPiece &piece : line)
        piece.matrix.transposed = !piece.matrix.transposed;
}

} // namespace regard

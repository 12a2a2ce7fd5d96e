#pragma once

#include <optional>
#include <string>

#include <QString>

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

/// The sign between two matrices.
StepPiece stepSign(const QString &text);

/// The matrices that the lines of the matrix form consist of. Rows are tokens; inColumns() transposes a complete line.
class StepPieces {
public:
    explicit StepPieces(const StepPass &pass) : m_pass(pass) {}

    StepPiece matrix(const QString &name, Matrix values, StepRole role = StepRole::Plain,
                     StepSourceList sources = {}) const;
    /// A whole weight, not copied.
    StepPiece weight(const QString &name, const std::string &weight, int column) const;
    /// The columns of a weight that belong to a head, `width` each.
    StepPiece headPart(const QString &name, const std::string &weight, int head, int width, int column) const;
    /// The matrix, whose first column has that number.
    static StepPiece numberedFrom(int first, StepPiece piece);
    /// A matrix whose rows are the stack's tokens, of an attention the queries; a column ≥ 0 can be chosen as
    /// component.
    StepPiece asking(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1,
                     StepSourceList sources = {}) const;
    /// a · b (+ bias) = result; where tokens are columns b · a (+ bias) = result.
    StepLine product(StepPiece a, StepPiece b, std::optional<StepPiece> bias, StepPiece result) const;
    /// Turns a line to the column convention: every matrix is drawn transposed.
    static void turn(StepLine &line);

private:
    const StepPass &m_pass;
};

/// StepPieces with those of an attention.
class PairPieces : public StepPieces {
public:
    explicit PairPieces(const StepContext &context) : StepPieces(context), m_context(context) {}

    /// A matrix whose rows are the keys.
    StepPiece asked(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1,
                    StepSourceList sources = {}) const;
    /// Queries × keys.
    StepPiece pairs(const QString &name, Matrix values, StepSourceList sources) const;

private:
    const StepContext &m_context;
};

} // namespace regard

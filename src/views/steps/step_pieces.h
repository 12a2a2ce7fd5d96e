#pragma once

#include <optional>
#include <string>

#include <QString>

#include "figures/steps/step_data.h"
#include "views/steps/step_context.h"

namespace regard {

/// The sign between two matrices.
StepPiece stepSign(const QString &text);

/// The matrices that the lines of the matrix form consist of. Rows are tokens; inColumns() transposes a complete line.
class StepPieces {
public:
    explicit StepPieces(const StepContext &context) : m_context(context) {}

    StepPiece matrix(const QString &name, Matrix values, StepRole role = StepRole::Plain,
                     StepSourceList sources = {}) const;
    /// A whole weight, not copied.
    StepPiece weight(const QString &name, const std::string &weight, int column) const;
    /// The columns of a weight that belong to a head, `width` each.
    StepPiece headPart(const QString &name, const std::string &weight, int head, int width, int column) const;
    /// Rows are the queries; a column ≥ 0 can be chosen as component.
    StepPiece asking(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1,
                     StepSourceList sources = {}) const;
    /// Rows are the keys.
    StepPiece asked(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1,
                    StepSourceList sources = {}) const;
    /// Queries × keys.
    StepPiece pairs(const QString &name, Matrix values, StepSourceList sources) const;

    /// a · b (+ bias) = result; where tokens are columns b · a (+ bias) = result.
    StepLine product(StepPiece a, StepPiece b, std::optional<StepPiece> bias, StepPiece result) const;
    /// The same line for the column convention: every matrix is drawn transposed.
    static void turn(StepLine &line);

private:
    const StepContext &m_context;
};

} // namespace regard

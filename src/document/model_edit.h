#pragma once

#include <string>

#include "engine/model.h"

namespace regard {

/// One matrix that an edit writes to: a weight, the position table, or the embedding row of a token.
struct EditTarget {
    enum class Kind { Weight, Positions, Token };
    Kind kind = Kind::Weight;
    std::string name; ///< of the weight, or the token's text

    bool operator==(const EditTarget &) const = default;
};

/// Rows that a position table gets when it is first edited, so that later sentences still fit.
inline constexpr int givenPositionRows = 512;

/// What a file or a person gave; null where the matrix is drawn.
SharedMatrix givenMatrix(const Model &model, const EditTarget &target);

/// The matrix as it counts now: given, else drawn (a drawn position table with max(rows, givenPositionRows) rows).
SharedMatrix effectiveMatrix(const Model &model, const EditTarget &target, int rows);

/// Makes the matrix given. The model shares all others with what it was copied from.
void setGiven(Model &model, const EditTarget &target, SharedMatrix matrix);

/// Makes the matrix drawn; `drawn` is a weight's matrix as it was drawn, and unread for other targets. Null: it is
/// drawn again, in the size that it has.
void setDrawn(Model &model, const EditTarget &target, SharedMatrix drawn);

} // namespace regard

#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "engine/model/model.h"

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

/// The matrix that a file or a user gave under this name; null where it is drawn, or where another stands for it.
Weight givenMatrix(const Model &model, const EditTarget &target);

/// The given matrix in effect: under this name, else under the one that it falls back on (`position` for
/// `encoder.position`); null where the numbers are drawn.
Weight countingMatrix(const Model &model, const EditTarget &target);

/// The matrix in effect: countingMatrix(), else drawn (a position table with max(rows, givenPositionRows) rows). A
/// given position table keeps its number of rows, which may be smaller. Null where the model has no such weight, or its
/// trained table no such token.
Weight effectiveMatrix(const Model &model, const EditTarget &target, int rows);

/// Makes the matrix given. The model shares all others with what it was copied from.
void setGiven(Model &model, const EditTarget &target, Weight matrix);

/// Makes the matrix drawn; `drawn` is a weight's matrix as it was drawn, and not used for other targets. Null: it is
/// drawn again, in its present size.
void setDrawn(Model &model, const EditTarget &target, Weight drawn);

/// The matrix of the output layer, drawn for a vocabulary; null where the model has no such matrix.
SharedMatrix drawnOutput(Model model, const std::string &name, const TokenList &vocabulary);

/// −0 is not 0, and a NaN is itself.
inline bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

} // namespace regard

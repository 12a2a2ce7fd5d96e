#pragma once

#include <string>

#include "engine/model/model.h"
#include "engine/model/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// One number of the model that the user can change, and which parts of a pass read it.
struct ModelCell {
    /// `encoder.0.self.w_q`; `position` for the stacks that have no table of their own, else `encoder.position`;
    /// "X" or "X target" for the row of the token at that place of the source or target, which is the row of the same
    /// token everywhere, in both sentences.
    std::string matrix;
    int row = 0;
    int column = 0;
};

/// Throws ShapeError where the model, or the sentence, has no such cell. A row of a table of positions beyond the
/// sentence is one that no token reads; a weight that is switched off does not count as a cell.
void checkCell(const Model &model, const Trace &trace, const ModelCell &cell);

/// The token whose embedding row the cell is in; null where it is in none.
const std::string *tokenOf(const Trace &trace, const ModelCell &cell);

/// Whether the cell is in the table of positions that the stack reads.
bool isPositionOf(const Model &model, const ModelCell &cell, Stack stack);

/// Whether the cell is part of what the stack's first layer reads.
bool isReadByEntry(const Model &model, const Trace &trace, const ModelCell &cell, Stack stack);

/// Whether the sublayer or its norm reads the cell.
bool isReadBy(const ModelCell &cell, const Sublayer &sublayer);

/// Whether the stack's final norm reads it.
bool isReadByFinalNorm(const ModelCell &cell, Stack stack);

} // namespace regard

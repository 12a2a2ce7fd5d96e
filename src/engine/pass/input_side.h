#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// A sentence on its way into a stack: the tokens' rows, scaled, with positions and token types added, then normed and
/// projected, as far as the model does each; narrow tokens are projected before anything is added. isTarget: the
/// input's target, whose tokens are all of type 0. Throws InputError where the sentence is longer than a given table of
/// positions, or holds a token that a trained vocabulary does not have.
SideTrace readSide(const Model &model, Stack stack, const Input &input, bool isTarget);

/// The row of the table of positions that a token takes; −1: the padding's own, which is no row of the table.
int positionRowOf(const SideTrace &side, int token);
/// The token that takes a row of it; nothing where none does.
std::optional<int> tokenAtPosition(const SideTrace &side, int row);

/// What a side has besides the numbers that a pass computes: masks, types and labels, as the input says.
void describeSide(SideTrace &side, const Input &input, bool isTarget);

/// The share of tokens that ESM's training did not mask.
inline constexpr float keptInTraining = 1.0F - 0.15F * 0.8F;

/// Sets the rows of mask tokens, or their tangents, to 0 and scales all by how many there are.
void dropMasks(const Model &model, const std::vector<std::string> &tokens, Matrix &rows);

/// What positions and types are added to: scaled rows of tokens, × embedding_projection where that comes first.
Matrix widenedTokens(const Model &model, Matrix rows);

/// What the first layer reads of rows that positions, types and norm are in: × embedding_projection where that comes
/// last.
Matrix projectedEntry(const Model &model, Matrix rows);

/// The name of the embedding norm's part (`gain` or `bias`) used for a stack: its own where given, else the bare one.
std::string embeddingNormWeight(const Model &model, Stack stack, const char *part);

} // namespace regard

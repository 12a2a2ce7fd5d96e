#pragma once

#include <optional>

#include "engine/base/matrix.h"
#include "engine/model/interventions.h"
#include "engine/model/model.h"
#include "engine/model/sublayer.h"

namespace regard {

/// The self-attention of a stack, which stands for the stack where no head is meant.
Attention selfAttentionOf(Stack stack);
/// The place of what a sublayer gives before residual and norm.
PatchPlace outputPlace(const Sublayer &sublayer);
/// The place of the stream that a sublayer leaves, where it is the last of its layer; nothing: it is not.
std::optional<PatchPlace> streamPlaceAfter(const ModelConfig &config, const Sublayer &sublayer);
/// The place of what a stack's first layer reads.
PatchPlace entryPlace(Stack stack);

/// Puts the patched rows in their place, of anything but a pattern. Throws InputError where one is of no row of
/// `numbers`, or of another width.
void putPatch(const Model &model, const PatchPlace &place, Matrix &numbers);
/// finishedStream() with the rows that are patched after the sublayer.
Matrix patchedStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output);
/// Throws InputError where a row of the head's pattern, or one of its keys, lies outside n queries and m keys.
void checkPattern(const Patch &pattern, const HeadRef &head, Eigen::Index n, Eigen::Index m);

} // namespace regard

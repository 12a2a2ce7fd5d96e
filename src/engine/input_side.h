#pragma once

#include <string>
#include <vector>

#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

/// A sentence on its way into a stack: the tokens' rows, scaled, with positions added, then normed, as far as the
/// model does each. Throws InputError where the sentence is longer than a given table of positions.
SideTrace readSide(const Model &model, Stack stack, const std::vector<std::string> &tokens,
                   const std::vector<int> &masked);

/// The name of the embedding norm's part (`gain` or `bias`) that counts for a stack: its own where that is given, else
/// the bare one.
std::string embeddingNormWeight(const Model &model, Stack stack, const char *part);

} // namespace regard

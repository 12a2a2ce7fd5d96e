#pragma once

#include <string>

#include "engine/analysis/token_groups.h"

namespace regard {

/// The tokens of a trace file, as JSON: `words` (whether pieces are merged), `special` (whether no token is left out),
/// `renormalised`, and for each group of `source` and `target` the positions of its tokens from 0.
std::string groupingJson(const Grouping &grouping);

} // namespace regard

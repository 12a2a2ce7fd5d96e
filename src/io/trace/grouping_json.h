#pragma once

#include <string>

#include "engine/analysis/token_groups.h"

namespace regard {

/// The tokens of a trace file, as JSON: `words` (whether pieces are merged), `special` (whether no token is left out),
/// `renormalised`, `by_value` and `without_sink` (where they are true), and for each group of `source` and
/// `target` the positions of its tokens from 0.
std::string groupingJson(const Grouping &grouping);
/// What the numbers of its heads are called: "weights", or "by_value" where they are what is moved.
const char *headNumbers(const Trace &trace);

} // namespace regard

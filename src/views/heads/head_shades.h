#pragma once

#include <map>

#include "document/shown/shown.h"
#include "engine/model/interventions.h"
#include "views/heads/shown_heads.h"

namespace regard {

/// What a map of all heads is shaded by, 0 to 1: the numbers that `options` give, or how much each head moved while a
/// difference is shown, both in proportion to the largest; else its sharpness. Heads that nothing is known of are left
/// out, and of a file whose heads are too many to read all of them every one.
std::map<HeadRef, double> headShades(const ShownState &state, const HeadsOptions &options);

} // namespace regard

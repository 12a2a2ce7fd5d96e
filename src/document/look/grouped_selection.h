#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/analysis/token_groups.h"

namespace regard {

/// A selection of tokens in the groups that they are in; what is hidden is not in it. Without scores to show, which
/// merged tokens have none of, the stage is the weights.
Selection groupedSelection(Selection tokens, const Grouping &grouping);

/// And back: a group stands for its first token, but what `shown` has in common with what was shown of `before` stays
/// as it is in `before`. The stage is before's where groups have none to choose.
Selection ungroupedSelection(Selection shown, const Selection &before, const Grouping &grouping);

/// A selection of tokens that has the nearest token that is shown in place of a hidden one. `queries` and `keys` say
/// what is hidden.
Selection visibleSelection(Selection selection, const std::vector<bool> &queries, const std::vector<bool> &keys);

} // namespace regard

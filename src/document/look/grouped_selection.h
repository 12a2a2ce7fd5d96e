#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/analysis/token_groups.h"

namespace regard {

/// A selection of tokens as a selection of their groups, without hidden tokens. Merged tokens have no scores to show,
/// so there the stage is the weights.
Selection groupedSelection(Selection tokens, const Grouping &grouping);

/// The inverse: a group stands for its first token, but what `shown` has in common with the shown form of `before`
/// stays as it is in `before`. The stage is that of `before` where groups have only one.
Selection ungroupedSelection(Selection shown, const Selection &before, const Grouping &grouping);

/// A selection of tokens in which the nearest shown token replaces a hidden one. `queries` and `keys` say what is
/// hidden.
Selection visibleSelection(Selection selection, const std::vector<bool> &queries, const std::vector<bool> &keys);

} // namespace regard

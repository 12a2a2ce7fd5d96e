#pragma once

#include "document/look/selection.h"

namespace regard {

// How pointing, pinning and choosing heads change the one selection. The views share these, so that a click means the
// same everywhere.

enum class TokenSide { Query, Key };

/// Pointed at one token: it alone is in focus, pins stay for later.
Selection focusedOn(Selection selection, TokenSide side, int token);

/// Pointed at one pair.
Selection focusedOnPair(Selection selection, int query, int key);

/// Pointing ended: the focus goes back to what is pinned, or to nothing.
Selection unfocused(Selection selection);

/// A click: only the token is pinned, or no longer where it already was. `several` (Shift) adds it to the pins or
/// removes it. A token that loses its pin loses the focus too.
Selection pinned(Selection selection, TokenSide side, int token, bool several);

/// A click on a cell: that pair is pinned, or no longer where it already was.
Selection pinnedPair(Selection selection, int query, int key);

/// No focus and no pins.
Selection cleared(Selection selection);

/// Chooses a head: only its links are shown. A summary in view is replaced by it, here and below.
Selection withHead(Selection selection, int layer, int head);

/// Brings a head into view after one of its numbers was chosen, not the head itself. Where the links showed a single
/// head they follow to it, else it is switched on among the others.
Selection withHeadAmong(Selection selection, int head);

/// Switches a head in the links on or off; one switched on becomes the head in view. In place of a summary it is alone.
Selection withHeadToggled(Selection selection, int head);

/// Shows that head alone in the links.
Selection withSoloHead(Selection selection, int head);

} // namespace regard

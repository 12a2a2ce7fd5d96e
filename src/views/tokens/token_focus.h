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

/// A click: the token alone is pinned, or no longer where it was so already. `several` (Shift) adds it to the pins or
/// takes it out. A token that loses its pin loses the focus too.
Selection pinned(Selection selection, TokenSide side, int token, bool several);

/// A click on a cell: that pair is pinned, or no longer where it was so already.
Selection pinnedPair(Selection selection, int query, int key);

/// No focus and no pins.
Selection cleared(Selection selection);

/// Chooses a head: links show it alone. A summary in view gives way to it, here and below.
Selection withHead(Selection selection, int layer, int head);

/// A head whose numbers somebody chose, not itself. Where the links showed a single head they follow to it, else it is
/// switched on among the others.
Selection withHeadAmong(Selection selection, int head);

/// Switches a head in the links on or off; one switched on becomes the head in view. In place of a summary it stands
/// alone.
Selection withHeadToggled(Selection selection, int head);

/// That head alone.
Selection withSoloHead(Selection selection, int head);

} // namespace regard

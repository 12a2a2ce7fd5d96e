#pragma once

class QMenu;

namespace regard {

/// Keeps a menu open while its entries are ticked, by mouse, Space or Enter, so that several can be chosen at once.
/// Esc, or a click elsewhere, closes it.
void keepOpen(QMenu *menu);

} // namespace regard

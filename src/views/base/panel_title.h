#pragma once

#include <QString>

#include "words/panel_word.h"

namespace regard {

/// The name of a panel above it, on its tab, in menus and in the export dialog.
QString panelTitle(PanelId id);

} // namespace regard

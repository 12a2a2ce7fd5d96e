#pragma once

#include <QString>

#include "io/lesson/panel_word.h"

namespace regard {

/// What a person reads above a panel, on its tab, in menus and in the export dialog.
QString panelTitle(PanelId id);

} // namespace regard

#pragma once

#include <QString>

#include "words/panel_word.h"

namespace regard {

/// Whether the panel shows or changes something that only a model has, so that a file of attention has nothing for it.
bool needsModel(PanelId panel);

/// Why a panel that needs a model is empty where the attention comes from a file, as one sentence; empty for a panel
/// that does not need one.
QString noModelText(PanelId panel);

} // namespace regard

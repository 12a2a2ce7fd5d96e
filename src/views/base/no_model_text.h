#pragma once

#include <QString>

#include "words/panel_word.h"

namespace regard {

/// Why a panel that needs a model is empty where the attention comes from a file, as one sentence; empty for a panel
/// that does not need one.
QString noModelText(PanelId panel);

} // namespace regard

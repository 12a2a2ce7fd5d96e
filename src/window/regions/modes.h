#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "io/lesson/lesson_mode.h"
#include "words/panel_word.h"

namespace regard {

/// What a user does in the window, as lessons name it. Each mode gives the window's regions to the panels that serve
/// it.
using Mode = LessonMode;

/// The panels of a mode, as it is before anything else is opened.
struct ModeRow {
    Mode mode;
    std::vector<PanelId> pictures;    ///< on the stage
    bool isPair;                      ///< both pictures at once, where there is room
    std::optional<PanelId> strip;     ///< under the stage
    std::optional<PanelId> inspector; ///< at the right
};

/// The modes in the order of the top bar.
const std::vector<ModeRow> &modeRows();
const ModeRow &rowOf(Mode mode);
Mode modeOfWord(const QString &word); ///< Explore where no mode has it
/// "Explore", for buttons and menus.
QString modeName(Mode mode);

} // namespace regard

#pragma once

#include <QString>

class QMenu;

namespace regard {

class Motion;

/// Adds a submenu with the three choices. `setting` is where the settings keep the choice (motionName()); it and the
/// motion outlive the menu.
void addMotionMenu(QMenu *menu, Motion *motion, QString *setting);

} // namespace regard

#pragma once

namespace regard {

/// Whether pictures change at once instead of moving, because the desktop or the person asks for calm. Widgets ask each
/// time that they are about to move; the application sets it. False at first.
bool reducesMotion();
void setReducesMotion(bool reduces);

} // namespace regard

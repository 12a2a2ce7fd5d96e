#pragma once

namespace regard {

/// Whether pictures change at once instead of moving, because the desktop or the person asks for it. Widgets ask each
/// time before they move; the application sets it. False at first.
bool reducesMotion();
void setReducesMotion(bool reduces);

} // namespace regard

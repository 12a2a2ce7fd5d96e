#pragma once

namespace regard {

/// Whether pictures change at once instead of moving, because the desktop or the user asks for it. Widgets ask each
/// time before they move; the application sets it. False at first.
bool reducesMotion();
void setReducesMotion(bool reduces);

/// Whether a picture that changes is drawn on its way for a moment: where the program's window says so, which starts
/// without, and motion is not reduced.
bool glides();
void setGlides(bool glides);

} // namespace regard

#pragma once

namespace regard::monkey {

class World;

// What must hold, whatever was done. What does not is told to Failures.

/// After each action, once the window rests: nothing is shown that the newest result does not have.
void checkState(World &world);
/// What the pictures show is what they would show if told anew.
void checkPictures(World &world);
/// Undoing everything gives the beginning, redoing everything the end, saving and opening the same document, and
/// nothing has grown that should not.
void checkDocument(World &world);

} // namespace regard::monkey

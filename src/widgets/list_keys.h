#pragma once

#include <optional>

namespace regard {

// What keys do in a picture that is a list, wherever there is one.

/// The row that a key leads to from a row of a list with at least one: Up, Down, Home, End. Nothing for other keys.
std::optional<int> rowReached(int key, int row, int rows);

/// Return, Enter and Space choose the row where the keyboard is.
bool isChoosingKey(int key);

} // namespace regard

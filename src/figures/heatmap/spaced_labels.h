#pragma once

#include <vector>

namespace regard {

/// Of rows from `first` to `last` that are `pitch` apart, those whose labels stand at least `least` apart, by even
/// steps. `kept`, such as the one in focus, is among them where it is a row, and what is too near to it is not.
std::vector<int> spacedLabels(int first, int last, double pitch, double least, int kept);

} // namespace regard

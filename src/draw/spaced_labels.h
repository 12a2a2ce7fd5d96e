#pragma once

#include <vector>

namespace regard {

/// Chooses rows from `first` to `last`, which are `pitch` apart, so that labels stand at least `least` apart, by even
/// steps. Those `kept`, such as the one in focus, are among them where they are rows, and what is too near to one of
/// them is not.
std::vector<int> spacedLabels(int first, int last, double pitch, double least, const std::vector<int> &kept = {});

} // namespace regard

#pragma once

#include <vector>

#include <QString>

namespace regard {

/// Every how manyth row can be named, where rows are `pitch` apart and names at least `least`.
int labelStep(double pitch, double least);
/// "every second".
QString everyText(int step);

/// Chooses rows from `first` to `last`, which are `pitch` apart, so that labels stand at least `least` apart, by even
/// steps. Those `kept`, such as the one in focus, are among them where they are rows, and what is too near to one of
/// them is not.
std::vector<int> spacedLabels(int first, int last, double pitch, double least, const std::vector<int> &kept = {});

} // namespace regard

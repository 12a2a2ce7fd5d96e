#pragma once

#include <QString>

namespace regard {

/// A weight or score for the user: four digits after the point, three significant ones where that shows nothing, a word
/// where it is masked (−infinity).
QString valueText(float value);

/// An option's number as it is typed: in as few digits as tell it from every other one.
QString optionText(double value);

} // namespace regard

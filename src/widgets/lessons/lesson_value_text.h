#pragma once

#include <QString>

#include "io/lesson/lesson_numbers.h"

namespace regard {

/// A value as a lesson's text shows it: numbers as the steps write them, or with the decimals asked for; values
/// computed by hand with the hand's decimals, as long as these are exact; a row with spaces between its numbers; "–"
/// where there is no such value now.
QString lessonValueText(const LessonValue &value, const LessonAnswer &answer, int handDecimals);

} // namespace regard

#pragma once

#include <functional>
#include <string>

#include <QString>

#include "io/lesson/lesson.h"
#include "io/lesson/lesson_numbers.h"

namespace regard {

/// A value as a lesson's text shows it: numbers as the steps write them, or with the decimals asked for; values
/// computed by hand with the hand's decimals, as long as these are exact; a row with spaces between its numbers; "–"
/// where there is no such value now.
QString lessonValueText(const LessonValue &value, const LessonAnswer &answer, int handDecimals);

/// What stands under a page's pictures on the wall; `show` gives the words for a value. *Emphasis* and `code` stay as
/// in files, and what the values give is emphasised.
QString lessonCaption(const LessonPage &page, const std::string &language,
                      const std::function<QString(const LessonValue &)> &show);

} // namespace regard

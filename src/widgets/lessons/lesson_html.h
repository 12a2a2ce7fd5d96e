#pragma once

#include <functional>
#include <string>

#include <QString>

#include "figures/base/theme.h"
#include "io/lesson/lesson_text.h"

namespace regard {

/// A lesson's text as rich text for a label: paragraphs, lists ("- "), tables (lines from | to |), *emphasis*, `code`.
/// Nothing else of the text is read as markup, and nothing of a value, whatever characters it holds. `show` gives the
/// words for a value; null (QString::isNull()) where there is none, and then its paragraph, item or row of a table is
/// left out. Never throws: a text that cannot be read is shown unchanged.
QString lessonHtml(const std::string &text, const std::function<QString(const LessonValue &)> &show,
                   const Theme &theme);

} // namespace regard

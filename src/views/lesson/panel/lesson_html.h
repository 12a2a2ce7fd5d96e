#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QString>

#include "draw/theme.h"
#include "io/lesson/lesson_text.h"
#include "views/lesson/panel/lesson_drawing.h"

namespace regard {

/// Words of a text, and the drawings that follow them.
struct LessonBlock {
    QString html; ///< empty: drawings alone
    std::vector<LessonDrawing> drawings;
};

/// A lesson's text as rich text for labels: paragraphs, lists ("- "), tables (lines from | to |), *emphasis*, `code`,
/// and drawings between them. Nothing else of the text is read as markup, and nothing of a value, whatever characters
/// it holds. `show` gives the words for a value; null (QString::isNull()) where there is none, and then its paragraph,
/// item or row of a table or matrix is left out. Never throws: a text that cannot be read is shown unchanged.
std::vector<LessonBlock> lessonBlocks(const std::string &text, const std::function<QString(const LessonValue &)> &show,
                                      const Theme &theme);

} // namespace regard

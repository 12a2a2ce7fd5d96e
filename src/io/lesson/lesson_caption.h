#pragma once

#include <string>

#include "io/lesson/lesson.h"

namespace regard {

/// The most words of a caption; two Chinese characters, or Japanese or Korean ones, count as one word.
inline constexpr int mostCaptionWords = 45;
inline constexpr int mostCaptionCharacters = 2 * mostCaptionWords;

/// A caption's length in characters. A word is what stands between spaces and holds a letter or a digit; it counts as
/// two characters, and so does each number that a value puts in. Full-width punctuation counts as one, other signs as
/// nothing. The values belong to the page. Throws ValueError where the text cannot be read.
int captionLength(const LessonPage &page, const std::string &text);

/// Why a text cannot be the page's caption: it is too long, or more than one paragraph of words and values. Empty where
/// it can. Throws as captionLength().
std::string captionProblem(const LessonPage &page, const std::string &text);

/// What stands under the page's pictures when it is presented: its caption or, without one, as many whole sentences as
/// a caption holds from the beginning of its text, up to the first drawing, list or table. Empty where the first
/// sentence is longer. To be shown as a page's text is: it holds values, *emphasis* and `code`.
std::string captionOf(const LessonPage &page, const std::string &language);

} // namespace regard

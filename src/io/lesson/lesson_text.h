#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/lesson/lesson_value.h"

namespace regard {

/// A text in one or several languages.
struct LessonText {
    /// Language code (`en`, `zh_CN`) and text, in the file's order; one entry without a code is for every language.
    std::vector<std::pair<std::string, std::string>> texts;

    bool isEmpty() const;
    /// The text of that language (`zh_CN`, else `zh`), else the English one, else the first.
    const std::string &text(const std::string &language) const;
    /// Replaces the text that text(language) returns.
    void setText(const std::string &language, const std::string &text);

    bool operator==(const LessonText &) const = default;
};

/// A piece of a text: literal words, or a value that is put in.
struct LessonPiece {
    std::string words; ///< of a value: as it is spelled
    bool isValue = false;
    LessonValue value{};
};

/// Splits a text at its values in braces; `{{` is a brace. Throws ValueError with a sentence.
std::vector<LessonPiece> lessonPieces(std::string_view text);

} // namespace regard

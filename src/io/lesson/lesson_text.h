#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/lesson/lesson_drawing.h"
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

/// Whether a drawing begins or ends at a piece.
enum class LessonMark { None, Begins, Ends };

/// A piece of a text: literal words, or a value that is put in. The pieces between two marks belong to a drawing.
struct LessonPiece {
    std::string words; ///< of a value: as it is spelled
    bool isValue = false;
    LessonValue value{};
    LessonMark mark = LessonMark::None;
    LessonDrawingKind drawing{}; ///< the kind that begins or ends
};

/// Splits a text at its values in braces and at its drawings; `{{` is a brace. Throws ValueError with a sentence, which
/// says the line where it is about a drawing.
std::vector<LessonPiece> lessonPieces(std::string_view text);

} // namespace regard

#pragma once

#include "io/base/key_reader.h"
#include "io/lesson/lesson_text.h"

namespace regard {

/// An object of a lesson's file: texts can be in several languages.
class LessonObject : public KeyReader {
public:
    using KeyReader::KeyReader;

    /// A text in quotes, or one per language.
    LessonText lessonText(const char *key) const;
    /// A text whose values in braces are read as well.
    LessonText textWithValues(const char *key) const;
};

} // namespace regard

#pragma once

#include <string>
#include <vector>

#include "io/base/json_document.h"
#include "io/lesson/lesson_text.h"

namespace regard {

/// An object of a lesson's file, read strictly: every error names its place (`pages[2].highlight[1]`) and what was
/// expected. Refers to the document and the name, which outlive it.
class LessonObject {
public:
    /// `place` empty: the whole file. Throws FileError(name, …) where the value is no object or has a key beyond the
    /// known ones; so do all others.
    LessonObject(const JsonValue &given, std::string place, const std::string &name,
                 const std::vector<std::string> &known);

    /// Throws FileError with a sentence.
    [[noreturn]] void fail(const std::string &sentence) const;
    /// `pages[2].text` of "text".
    std::string placeOf(const std::string &key) const;

    const JsonValue *find(const char *key) const { return m_given.find(key); }
    bool has(const char *key) const { return m_given.find(key) != nullptr; }
    /// A text in quotes, or one a language.
    LessonText text(const char *key) const;
    /// A text whose values in braces are read as well.
    LessonText textWithValues(const char *key) const;
    bool flag(const char *key) const;
    /// The items of a list that is not empty; none where the key is missing.
    std::vector<const JsonValue *> items(const char *key, const std::string &what) const;
    /// A whole number from 1, as one that counts from 0; −1 where the key is missing.
    int counted(const char *key, int highest) const;

private:
    const JsonValue &m_given;
    std::string m_place;
    const std::string &m_name;
};

} // namespace regard

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/base/json_value.h"

namespace regard {

/// An object of a file, read strictly: every error names the key by its place (`view.steps.form`) and what was
/// expected. Refers to the document and the name, which outlive it.
class KeyReader {
public:
    /// `place` empty: the whole file, which is an object already. Throws FileError(name, …) where the value is no
    /// object or has a key beyond the known ones; so do all others.
    KeyReader(const JsonValue &given, std::string place, const std::string &name,
              const std::vector<std::string> &known);

    [[noreturn]] void fail(const std::string &reason) const;
    const std::string &place() const { return m_place; }
    /// `view.steps.form` of "form".
    std::string placeOf(const std::string &key) const { return m_place.empty() ? key : m_place + "." + key; }
    const JsonValue *find(std::string_view key) const { return m_given.find(key); }
    bool has(std::string_view key) const { return find(key) != nullptr; }

    std::optional<std::string> text(const char *key) const;
    /// A text that must be one of the given words; the key exists.
    std::string oneOf(const char *key, const std::vector<std::string> &words) const;
    /// Reads a flag; false where the key is missing.
    bool flag(const char *key) const;
    /// Reads one of two words; true for the second.
    bool second(const char *key, const std::string &first, const std::string &other) const;
    std::optional<int> whole(const char *key, int lowest, int highest) const;
    /// A whole number that counts from 1, returned counting from 0; −1 where the key is missing.
    int counted(const char *key, int highest) const;
    /// The items of a list that is not empty; none where the key is missing.
    std::vector<const JsonValue *> items(const char *key, const std::string &what) const;

private:
    const JsonValue &m_given;
    std::string m_place;
    const std::string &m_name;
};

} // namespace regard

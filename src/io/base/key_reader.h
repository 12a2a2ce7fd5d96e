#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/base/json_document.h"

namespace regard {

/// An object of a project's file, read strictly: every error names the key by its place (`view.steps.form`) and what
/// was expected. Refers to the document and the name, which outlive it.
class KeyReader {
public:
    /// Throws FileError(name, …) where the value is no object or has a key beyond the known ones; so do all others.
    KeyReader(const JsonValue &given, std::string place, const std::string &name,
              const std::vector<std::string> &known);

    [[noreturn]] void fail(const std::string &reason) const;
    const std::string &place() const { return m_place; }
    /// `view.steps.form` of "form".
    std::string placeOf(const char *key) const { return m_place + "." + key; }
    const JsonValue *find(const char *key) const { return m_given.find(key); }

    std::optional<std::string> text(const char *key) const;
    /// False where the key is missing.
    bool flag(const char *key) const;
    /// True for the second of two words.
    bool second(const char *key, const std::string &first, const std::string &other) const;
    std::optional<int> whole(const char *key, int lowest, int highest) const;

private:
    const JsonValue &m_given;
    std::string m_place;
    const std::string &m_name;
};

} // namespace regard

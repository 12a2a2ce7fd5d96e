#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/base/json_value.h"

namespace regard {

/// A value of a tokenizer's JSON file and its place in it (`normalizer.normalizers[1]`). Unlike a project's keys,
/// unknown ones are ignored: the files of every version hold some that change nothing. Refers to the document and the
/// name, which outlive it.
class TokenizerField {
public:
    TokenizerField(const JsonValue *value, std::string place, const std::string &file)
        : m_value(value), m_place(std::move(place)), m_file(file)
    {
    }

    /// Throws FileError(file, "place: reason").
    [[noreturn]] void fail(const std::string &reason) const;
    const std::string &place() const { return m_place; }
    /// Missing or null.
    bool isNull() const { return m_value == nullptr || m_value->kind == JsonValue::Kind::Null; }
    bool isText() const { return !isNull() && m_value->kind == JsonValue::Kind::Text; }
    bool isObject() const { return !isNull() && m_value->kind == JsonValue::Kind::Object; }
    bool isList() const { return !isNull() && m_value->kind == JsonValue::Kind::List; }
    /// The value under a key of an object; fails for any other value.
    TokenizerField at(const char *key) const;
    /// A list's values, each with its index in its place; none where it is null. Fails for any other value.
    std::vector<TokenizerField> items() const;
    /// An object's values; none where it is null. Fails for any other value.
    std::vector<TokenizerField> members() const;
    /// Keys of an object, in the order of members().
    const std::vector<std::string> &keys() const { return m_value->keys; }

    /// These fail where the value is of another kind, or missing and `otherwise` is not given.
    std::string text() const;
    std::string text(const std::string &otherwise) const { return isNull() ? otherwise : text(); }
    bool flag(bool otherwise) const;
    /// Reads a whole number from 0 to the largest int.
    int whole() const;
    int whole(int otherwise) const { return isNull() ? otherwise : whole(); }

private:
    [[noreturn]] void failKind(const std::string &expected) const;

    const JsonValue *m_value;
    std::string m_place;
    const std::string &m_file;
};

} // namespace regard

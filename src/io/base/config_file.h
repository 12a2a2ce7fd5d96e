#pragma once

#include <string>
#include <vector>

#include <QString>

#include "io/base/json_value.h"

namespace regard {

/// A JSON file of a checkpoint folder that describes its model. Throws FileError: no such file, more than 64 MiB,
/// broken JSON.
JsonValue readSmallJson(const QString &path);

/// A checkpoint's config.json. Keys that are not asked for are ignored, see io/checkpoint/family_keys.h; null counts as
/// not given. Every error names the file and the key.
class ConfigFile {
public:
    /// Throws as readSmallJson(), and where it is not an object.
    explicit ConfigFile(const QString &path);
    /// Takes a config.json that is in memory; errors name `file`.
    ConfigFile(JsonValue root, std::string file);

    const std::string &file() const { return m_file; }
    [[noreturn]] void fail(const std::string &reason) const;

    /// The keys in their order.
    const std::vector<std::string> &keys() const { return m_root.keys; }
    /// The value under the first of the keys that is given; null where none is.
    const JsonValue *find(const std::vector<const char *> &keys) const;
    const JsonValue *find(const char *key) const { return find(std::vector<const char *>{key}); }
    /// Whether the file has the key with null, where that differs from a missing key.
    bool isNull(const char *key) const;
    /// These throw FileError where the value is of another kind or out of range.
    int whole(const std::vector<const char *> &keys, int lowest, int highest, int otherwise) const;
    double number(const char *key, double otherwise) const;
    bool flag(const char *key, bool otherwise) const;
    std::string text(const char *key, const std::string &otherwise) const;

private:
    JsonValue m_root;
    std::string m_file;
};

/// A value short enough for a sentence: a text in quotes, a number or true and false as they are, else a description.
std::string valueText(const JsonValue &value);

} // namespace regard

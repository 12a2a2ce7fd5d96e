#include "io/base/config_file.h"

#include <optional>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

/// Larger than the index of a model with a hundred thousand tensors.
constexpr qint64 maximumBytes = qint64{64} << 20;

} // namespace

JsonValue readSmallJson(const QString &path)
{
    return parseJson(storedFileBytes(path, Message::tr("a file of a checkpoint"), maximumBytes), path.toStdString());
}

ConfigFile::ConfigFile(const QString &path) : ConfigFile(readSmallJson(path), path.toStdString()) {}

ConfigFile::ConfigFile(JsonValue root, std::string file) : m_root(std::move(root)), m_file(std::move(file))
{
    if (m_root.kind != JsonValue::Kind::Object)
        fail(Message::tr("must hold an object in braces, not %1", {m_root.described()}));
}

void ConfigFile::fail(const std::string &reason) const
{
    throw FileError(m_file, reason);
}

const JsonValue *ConfigFile::find(const std::vector<const char *> &keys) const
{
    for (const char *key : keys)
        if (const JsonValue *value = m_root.find(key); value && value->kind != JsonValue::Kind::Null)
            return value;
    return nullptr;
}

bool ConfigFile::isNull(const char *key) const
{
    const JsonValue *value = m_root.find(key);
    return value && value->kind == JsonValue::Kind::Null;
}

int ConfigFile::whole(const std::vector<const char *> &keys, int lowest, int highest, int otherwise) const
{
    const JsonValue *value = find(keys);
    if (!value)
        return otherwise;
    const std::optional<int> number =
        value->kind == JsonValue::Kind::Number ? value->number.whole() : std::optional<int>();
    if (number && *number >= lowest && *number <= highest)
        return *number;
    std::string key;
    for (const char *name : keys)
        if (key.empty() && find(name))
            key = name;
    fail(Message::tr("%1 must be a whole number from %2 to %3, not %4",
                     {key, std::to_string(lowest), std::to_string(highest), valueText(*value)}));
}

double ConfigFile::number(const char *key, double otherwise) const
{
    const JsonValue *value = find(key);
    if (value && value->kind != JsonValue::Kind::Number)
        fail(Message::tr("%1 must be a number, not %2", {key, valueText(*value)}));
    return value ? value->number.real() : otherwise;
}

bool ConfigFile::flag(const char *key, bool otherwise) const
{
    const JsonValue *value = find(key);
    if (value && value->kind != JsonValue::Kind::Flag)
        fail(Message::tr("%1 must be true or false, not %2", {key, valueText(*value)}));
    return value ? value->flag : otherwise;
}

std::string ConfigFile::text(const char *key, const std::string &otherwise) const
{
    const JsonValue *value = find(key);
    if (value && value->kind != JsonValue::Kind::Text)
        fail(Message::tr("%1 must be a text in quotes, not %2", {key, valueText(*value)}));
    return value ? value->text : otherwise;
}

std::string valueText(const JsonValue &value)
{
    return value.kind == JsonValue::Kind::Text ? quotedName(value.text) : value.described();
}

} // namespace regard

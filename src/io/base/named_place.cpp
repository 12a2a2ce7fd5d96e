#include "io/base/named_place.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_text.h"
#include "io/base/nearest_name.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr const char *hashStart = "blake2b:";
constexpr std::size_t hashDigits = 64;

bool isHash(const std::string &text)
{
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const std::string start = hashStart;
    return text.starts_with(start) && text.size() == start.size() + hashDigits &&
           std::all_of(text.begin() + std::ptrdiff_t(start.size()), text.end(), isDigit);
}

/// A text of the key's object.
std::string entry(const JsonValue &given, const std::string &name, const std::string &key, const std::string &file)
{
    const JsonValue *value = given.find(key);
    if (!value)
        throw FileError(file, Message::tr("the key \"%1\" is missing", {name + "." + key}));
    if (value->kind != Kind::Text || value->text.empty())
        throw FileError(file,
                        Message::tr("%1 must be a text in quotes, not %2", {name + "." + key, value->described()}));
    return value->text;
}

} // namespace

NamedPlace readNamedPlace(const JsonValue &given, const std::string &key, const std::string &where,
                          const std::string &file)
{
    const std::vector<std::string> known{where, "hash"};
    if (given.kind != Kind::Object)
        throw FileError(file, Message::tr("%1 must be an object, not %2", {key, given.described()}));
    for (const std::string &each : given.keys)
        if (std::find(known.begin(), known.end(), each) == known.end())
            throw FileError(file, Message::tr("unknown key \"%1\" in %2%3", {each, key, nearestNameHint(each, known)}));
    NamedPlace named;
    named.said = QString::fromStdString(entry(given, key, where, file));
    named.hash = entry(given, key, "hash", file);
    if (!isHash(named.hash))
        throw FileError(file, Message::tr("%1 must be %2 and %3 hexadecimal digits, not \"%4\"",
                                          {key + ".hash", hashStart, std::to_string(hashDigits), named.hash}));
    const QDir project = QFileInfo(QString::fromStdString(file)).absoluteDir();
    named.place = QDir::cleanPath(project.absoluteFilePath(named.said));
    named.beside = project.absoluteFilePath(QFileInfo(named.place).fileName());
    return named;
}

QString spelledPlace(const QString &place, const QString &path)
{
    const QString absolute = QDir::cleanPath(QDir(place).absolutePath());
    if (path.isEmpty())
        return absolute;
    const QDir project = QFileInfo(path).absoluteDir();
    QDir parent = project;
    // Everything is below the root, and a path that climbs there does not survive a move of the folders.
    const QDir top = parent.cdUp() && !parent.isRoot() ? parent : project;
    return top.relativeFilePath(absolute).startsWith(QLatin1String("..")) ? absolute
                                                                          : project.relativeFilePath(absolute);
}

std::string namedPlaceText(const QString &place, const std::string &where, const std::string &hash, const QString &path)
{
    return "{ " + jsonString(where) + ": " + jsonString(spelledPlace(place, path).toStdString()) +
           ", \"hash\": " + jsonString(hash) + " }";
}

} // namespace regard

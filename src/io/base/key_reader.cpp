#include "io/base/key_reader.h"

#include <algorithm>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/nearest_name.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

} // namespace

KeyReader::KeyReader(const JsonValue &given, std::string place, const std::string &name,
                     const std::vector<std::string> &known)
    : m_given(given), m_place(std::move(place)), m_name(name)
{
    if (given.kind != Kind::Object)
        fail(Message::tr("%1 must be an object in braces, not %2", {m_place, given.described()}));
    for (const std::string &found : given.keys) {
        if (std::find(known.begin(), known.end(), found) != known.end())
            continue;
        const std::string hint = nearestNameHint(found, known);
        fail(m_place.empty() ? Message::tr("unknown key \"%1\"%2", {found, hint})
                             : Message::tr("unknown key \"%1\" in %2%3", {found, m_place, hint}));
    }
}

void KeyReader::fail(const std::string &reason) const
{
    throw FileError(m_name, reason);
}

std::optional<std::string> KeyReader::text(const char *key) const
{
    const JsonValue *value = find(key);
    if (!value)
        return std::nullopt;
    if (value->kind != Kind::Text)
        fail(Message::tr("%1 must be a text in quotes, not %2", {placeOf(key), value->described()}));
    return value->text;
}

std::string KeyReader::oneOf(const char *key, const std::vector<std::string> &words) const
{
    const JsonValue &value = *find(key);
    if (value.kind != Kind::Text || std::find(words.begin(), words.end(), value.text) == words.end())
        fail(Message::tr("%1 must be one of %2, not %3", {placeOf(key), commaList(words), value.described()}));
    return value.text;
}

bool KeyReader::flag(const char *key) const
{
    const JsonValue *value = find(key);
    if (value && value->kind != Kind::Flag)
        fail(Message::tr("%1 must be true or false, not %2", {placeOf(key), value->described()}));
    return value && value->flag;
}

bool KeyReader::second(const char *key, const std::string &first, const std::string &other) const
{
    const std::optional<std::string> word = text(key);
    if (word && *word != first && *word != other)
        fail(Message::tr("%1 must be \"%2\" or \"%3\", not \"%4\"", {placeOf(key), first, other, *word}));
    return word == other;
}

std::optional<int> KeyReader::whole(const char *key, int lowest, int highest) const
{
    const JsonValue *value = find(key);
    if (!value)
        return std::nullopt;
    const std::optional<int> number = value->kind == Kind::Number ? value->number.whole() : std::nullopt;
    if (number && *number >= lowest && *number <= highest)
        return number;
    fail(highest < lowest
             ? Message::tr("%1 has nothing to count, not %2", {placeOf(key), value->described()})
             : Message::tr("%1 must be a whole number from %2 to %3, not %4",
                           {placeOf(key), std::to_string(lowest), std::to_string(highest), value->described()}));
}

std::vector<const JsonValue *> KeyReader::items(const char *key, const std::string &what) const
{
    const JsonValue *value = find(key);
    if (!value)
        return {};
    if (value->kind != Kind::List)
        fail(Message::tr("%1 must be a list of %2, not %3", {placeOf(key), what, value->described()}));
    std::vector<const JsonValue *> list;
    for (const JsonValue &item : value->items)
        list.push_back(&item);
    return list;
}

int KeyReader::counted(const char *key, int highest) const
{
    const JsonValue *value = find(key);
    if (!value)
        return -1;
    const std::optional<int> number = value->kind == Kind::Number ? value->number.whole() : std::nullopt;
    if (highest < 1)
        fail(Message::tr("%1 has nothing to count, not %2", {placeOf(key), value->described()}));
    if (!number || *number < 1 || *number > highest)
        fail(Message::tr("%1 must be a whole number from 1 to %2, not %3",
                         {placeOf(key), std::to_string(highest), value->described()}));
    return *number - 1;
}

} // namespace regard

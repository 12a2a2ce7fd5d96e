#include "io/lesson/lesson_object.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/nearest_name.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// `en`, `zh_CN`.
bool isLanguageCode(const std::string &code)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const std::size_t end = std::min(code.find('_'), code.size());
    const bool startsWell = (end == 2 || end == 3) && std::all_of(code.begin(), code.begin() + static_cast<long>(end),
                                                                  [](char c) { return c >= 'a' && c <= 'z'; });
    return startsWell && end + 1 != code.size() &&
           std::all_of(code.begin() + static_cast<long>(end), code.end(),
                       [&](char c) { return isLetter(c) || c == '_' || (c >= '0' && c <= '9'); });
}

} // namespace

LessonObject::LessonObject(const JsonValue &given, std::string place, const std::string &name,
                           const std::vector<std::string> &known)
    : m_given(given), m_place(std::move(place)), m_name(name)
{
    if (given.kind != Kind::Object)
        fail(m_place.empty() ? Message::tr("a lesson is an object in braces, not %1", {given.described()})
                             : Message::tr("%1 must be an object in braces, not %2", {m_place, given.described()}));
    for (const std::string &key : given.keys) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        const std::string hint = nearestNameHint(key, known);
        fail(m_place.empty() ? Message::tr("unknown key \"%1\"%2", {key, hint})
                             : Message::tr("unknown key \"%1\" in %2%3", {key, m_place, hint}));
    }
}

void LessonObject::fail(const std::string &sentence) const
{
    throw FileError(m_name, sentence);
}

std::string LessonObject::placeOf(const std::string &key) const
{
    if (key.empty())
        return m_place;
    return m_place.empty() ? key : m_place + "." + key;
}

LessonText LessonObject::text(const char *key) const
{
    LessonText read;
    const JsonValue *value = find(key);
    if (!value)
        return read;
    if (value->kind == Kind::Text)
        return {{{std::string(), value->text}}};
    if (value->kind != Kind::Object || value->keys.empty())
        fail(Message::tr(
            "%1 must be a text in quotes, or an object of languages such as {\"en\": \"…\"}, not %2",
            {placeOf(key), value->kind == Kind::Object ? Message::tr("an empty one") : value->described()}));
    for (std::size_t i = 0; i < value->keys.size(); ++i) {
        const std::string &language = value->keys[i];
        if (!isLanguageCode(language))
            fail(Message::tr("%1 holds the key \"%2\", but its keys are languages such as \"en\" or \"zh_CN\"",
                             {placeOf(key), language}));
        if (value->items[i].kind != Kind::Text)
            fail(Message::tr("%1 must be a text in quotes, not %2",
                             {placeOf(key) + "." + language, value->items[i].described()}));
        read.texts.emplace_back(language, value->items[i].text);
    }
    return read;
}

LessonText LessonObject::textWithValues(const char *key) const
{
    LessonText read = text(key);
    for (const auto &[language, words] : read.texts) {
        try {
            lessonPieces(words);
        } catch (const Error &error) {
            fail(placeOf(key) + (language.empty() ? ": " : "." + language + ": ") + error.what());
        }
    }
    return read;
}

bool LessonObject::flag(const char *key) const
{
    const JsonValue *value = find(key);
    if (value && value->kind != Kind::Flag)
        fail(Message::tr("%1 must be true or false, not %2", {placeOf(key), value->described()}));
    return value && value->flag;
}

std::vector<const JsonValue *> LessonObject::items(const char *key, const std::string &what) const
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

int LessonObject::counted(const char *key, int highest) const
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

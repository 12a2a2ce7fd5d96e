#include "io/lesson/lesson_object.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// `en`, `zh_CN`.
bool isLanguageCode(const std::string &code)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const std::size_t end = std::min(code.find('_'), code.size());
    const bool startsWell = (end == 2 || end == 3) && std::all_of(code.begin(), code.begin() + long(end),
                                                                  [](char c) { return c >= 'a' && c <= 'z'; });
    return startsWell && end + 1 != code.size() && std::all_of(code.begin() + long(end), code.end(), [&](char c) {
               return isLetter(c) || c == '_' || (c >= '0' && c <= '9');
           });
}

} // namespace

LessonText LessonObject::lessonText(const char *key) const
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
    LessonText read = lessonText(key);
    for (const auto &[language, words] : read.texts) {
        try {
            lessonPieces(words);
        } catch (const Error &error) {
            fail(placeOf(key) + (language.empty() ? ": " : "." + language + ": ") + error.what());
        }
    }
    return read;
}

} // namespace regard

#include "io/tokenizer/tokenizer_field.h"

#include <optional>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

void TokenizerField::fail(const std::string &reason) const
{
    throw FileError(m_file, m_place.empty() ? reason : m_place + ": " + reason);
}

void TokenizerField::failKind(const std::string &expected) const
{
    if (m_value == nullptr)
        fail(Message::tr("is missing, %1 is needed", {expected}));
    fail(Message::tr("is %1, not %2", {m_value->described(), expected}));
}

TokenizerField TokenizerField::at(const char *key) const
{
    if (!isObject())
        failKind(Message::tr("an object"));
    return {m_value->find(key), m_place.empty() ? key : m_place + "." + key, m_file};
}

std::vector<TokenizerField> TokenizerField::items() const
{
    std::vector<TokenizerField> items;
    if (isNull())
        return items;
    if (!isList())
        failKind(Message::tr("a list"));
    for (std::size_t i = 0; i < m_value->items.size(); ++i)
        items.emplace_back(&m_value->items[i], m_place + "[" + std::to_string(i) + "]", m_file);
    return items;
}

std::vector<TokenizerField> TokenizerField::members() const
{
    std::vector<TokenizerField> members;
    if (isNull())
        return members;
    if (!isObject())
        failKind(Message::tr("an object"));
    for (std::size_t i = 0; i < m_value->items.size(); ++i)
        members.emplace_back(&m_value->items[i], (m_place.empty() ? "" : m_place + ".") + m_value->keys[i], m_file);
    return members;
}

std::string TokenizerField::text() const
{
    if (!isText())
        failKind(Message::tr("a text"));
    return m_value->text;
}

bool TokenizerField::flag(bool otherwise) const
{
    if (isNull())
        return otherwise;
    if (m_value->kind != JsonValue::Kind::Flag)
        failKind(Message::tr("true or false"));
    return m_value->flag;
}

int TokenizerField::whole() const
{
    const bool number = !isNull() && m_value->kind == JsonValue::Kind::Number;
    const std::optional<int> whole = number ? m_value->number.whole() : std::nullopt;
    if (!whole || *whole < 0)
        failKind(Message::tr("a whole number from 0"));
    return *whole;
}

} // namespace regard

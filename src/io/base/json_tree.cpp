#include "io/base/json_tree.h"

#include <algorithm>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

constexpr std::size_t maximumDepth = 32;

} // namespace

void JsonTreeBuilder::number(const JsonNumber &number)
{
    if (!m_open.empty() && m_open.back().value->kind == JsonValue::Kind::Numbers) {
        m_open.back().value->numbers.push_back(number);
        return;
    }
    JsonValue value;
    value.kind = JsonValue::Kind::Number;
    value.number = number;
    place(std::move(value));
}

void JsonTreeBuilder::text(std::string &text)
{
    JsonValue value;
    value.kind = JsonValue::Kind::Text;
    value.text = std::move(text);
    place(std::move(value));
}

void JsonTreeBuilder::key(std::string &key)
{
    if (!m_open.back().seen.insert(key).second)
        throw FileError(m_name, Message::tr("the key \"%1\" stands twice%2", {key, where(m_open.size() - 1)}));
    m_open.back().value->keys.push_back(std::move(key));
}

void JsonTreeBuilder::open(JsonValue::Kind kind)
{
    if (m_open.size() == maximumDepth)
        throw FileError(m_name, Message::tr("lists and objects stand more than %1 deep%2",
                                            {std::to_string(maximumDepth), where(m_open.size())}));
    JsonValue value;
    value.kind = kind == JsonValue::Kind::List && !m_isPlain ? JsonValue::Kind::Numbers : kind;
    JsonValue &placed = place(std::move(value));
    m_open.push_back({&placed, {}});
}

JsonValue &JsonTreeBuilder::place(JsonValue value)
{
    if (m_open.empty()) {
        m_root = std::move(value);
        return m_root;
    }
    JsonValue &parent = *m_open.back().value;
    if (parent.kind == JsonValue::Kind::Numbers) {
        parent.kind = JsonValue::Kind::List;
        for (const JsonNumber &number : parent.numbers) {
            JsonValue item;
            item.kind = JsonValue::Kind::Number;
            item.number = number;
            parent.items.push_back(std::move(item));
        }
        parent.numbers = {};
    }
    parent.items.push_back(std::move(value));
    return parent.items.back();
}

const std::string *JsonTreeBuilder::keyAt(std::size_t depth) const
{
    const JsonValue &value = *m_open[depth].value;
    return value.kind == JsonValue::Kind::Object && !value.keys.empty() ? &value.keys.back() : nullptr;
}

std::string JsonTreeBuilder::where(std::size_t depth) const
{
    for (std::size_t i = m_isPlain ? 0 : std::min(depth, m_open.size()); i-- > 0;)
        if (const std::string *key = keyAt(i))
            return Message::tr(" in \"%1\"", {*key});
    return {};
}

} // namespace regard

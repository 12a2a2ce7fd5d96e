#include "io/base/json_parts.h"

#include <utility>

namespace regard {

using Kind = JsonValue::Kind;

JsonValue textValue(std::string text)
{
    JsonValue value;
    value.kind = Kind::Text;
    value.text = std::move(text);
    return value;
}

JsonValue numberValue(double number)
{
    JsonValue value;
    value.kind = Kind::Number;
    value.number = {number, float(number)};
    return value;
}

JsonValue flagValue(bool flag)
{
    JsonValue value;
    value.kind = Kind::Flag;
    value.flag = flag;
    return value;
}

void add(JsonValue &object, const std::string &key, JsonValue value)
{
    object.kind = Kind::Object;
    object.keys.push_back(key);
    object.items.push_back(std::move(value));
}

} // namespace regard

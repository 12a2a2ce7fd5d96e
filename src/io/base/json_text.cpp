#include "io/base/json_text.h"

#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

namespace regard {

namespace {

using Json = nlohmann::json;
using Kind = JsonValue::Kind;

constexpr std::size_t jsonTextLongestLine = 100;
constexpr int indentStep = 2;

/// The sign of a zero is kept, which a whole number would lose.
std::string numberText(const JsonNumber &number)
{
    const double value = number.real();
    return value == 0 && std::signbit(value) ? "-0.0" : number.text();
}

std::string numbersText(const JsonValue &value)
{
    std::string text = "[";
    for (const JsonNumber &number : value.numbers)
        text += (text.size() == 1 ? "" : ", ") + numberText(number);
    return text + "]";
}

/// The entries on one line, or one per line.
std::string entriesText(const std::vector<std::string> &entries, char open, char close, int indent, bool isMatrix)
{
    const bool isObject = open == '{';
    std::string line;
    for (const std::string &entry : entries)
        line += (line.empty() ? "" : ", ") + entry;
    const bool fits = line.size() <= jsonTextLongestLine && line.find('\n') == std::string::npos && !isMatrix;
    if (fits)
        return open + (isObject && !line.empty() ? " " + line + " " : line) + close;
    const std::string inner = "\n" + std::string(std::size_t(indent + indentStep), ' ');
    std::string text(1, open);
    for (std::size_t i = 0; i < entries.size(); ++i)
        text += (i == 0 ? "" : ",") + inner + entries[i];
    return text + "\n" + std::string(std::size_t(indent), ' ') + close;
}

bool isMatrix(const JsonValue &value)
{
    return value.kind == Kind::List && value.items.size() > 1 && value.items.front().kind == Kind::Numbers;
}

} // namespace

std::string jsonString(const std::string &text)
{
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string jsonText(const JsonValue &value, int indent)
{
    std::vector<std::string> entries;
    switch (value.kind) {
    case Kind::Null:
        return "null";
    case Kind::Flag:
        return value.flag ? "true" : "false";
    case Kind::Number:
        return numberText(value.number);
    case Kind::Text:
        return jsonString(value.text);
    case Kind::Numbers:
        return numbersText(value);
    case Kind::List:
        for (const JsonValue &item : value.items)
            entries.push_back(jsonText(item, indent + indentStep));
        return entriesText(entries, '[', ']', indent, isMatrix(value));
    case Kind::Object:
        break;
    }
    for (std::size_t i = 0; i < value.keys.size(); ++i)
        entries.push_back(jsonString(value.keys[i]) + ": " + jsonText(value.items[i], indent + indentStep));
    return entriesText(entries, '{', '}', indent, false);
}

} // namespace regard

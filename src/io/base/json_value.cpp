#include "io/base/json_value.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "engine/base/message.h"
#include "io/base/quoted_name.h"

namespace regard {

double JsonNumber::real() const
{
    return std::visit([](auto number) { return double(number); }, value);
}

std::string JsonNumber::text() const
{
    char buffer[64];
    const auto written = [&](auto number) {
        return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
    };
    if (const double *number = std::get_if<double>(&value)) {
        constexpr double exactlyWhole = 9007199254740992.0; // 2^53
        const bool whole = std::trunc(*number) == *number && std::abs(*number) <= exactlyWhole;
        return whole ? written(std::int64_t(*number)) : written(*number);
    }
    return std::visit(written, value);
}

std::optional<int> JsonNumber::whole() const
{
    const double number = real();
    if (std::trunc(number) != number || number < std::numeric_limits<int>::min() ||
        number > std::numeric_limits<int>::max())
        return std::nullopt;
    return int(number);
}

const JsonValue *JsonValue::find(std::string_view key) const
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key)
            return &items[i];
    return nullptr;
}

std::string JsonValue::described() const
{
    switch (kind) {
    case Kind::Null:
        return "null";
    case Kind::Flag:
        return flag ? "true" : "false";
    case Kind::Number:
        return number.text();
    case Kind::Text:
        return Message::tr("the text \"%1\"", {shortened(text, longestExcerpt)});
    case Kind::Numbers:
        return numbers.empty() ? Message::tr("an empty list")
                               : Message::tr("a list of %1 numbers", {std::to_string(numbers.size())});
    case Kind::List:
        return Message::tr("a list");
    case Kind::Object:
        return Message::tr("an object");
    }
    return {};
}

} // namespace regard

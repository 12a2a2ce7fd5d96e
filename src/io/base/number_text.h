#pragma once

#include <charconv>
#include <optional>
#include <string>

namespace regard {

/// The number that a whole text is; nothing where it is none of that kind.
template <typename Value>
std::optional<Value> numberFrom(const std::string &text)
{
    Value value{};
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || text.empty())
        return std::nullopt;
    return value;
}

/// The shortest text that reads back as the same number.
template <typename Value>
std::string numberText(Value value)
{
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, result.ptr);
}

} // namespace regard

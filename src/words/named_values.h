#pragma once

#include <cstddef>
#include <string_view>

namespace regard {

/// Whether an enumeration has a name for the value, as GCC and Clang spell it: "(regard::PanelId)18" is none, and
/// "(anonymous namespace)::Kind::First" is one.
template <auto Value>
constexpr bool isNamed()
{
    constexpr std::string_view spelled = __PRETTY_FUNCTION__;
    const char next = spelled[spelled.rfind(')') + 1];
    return next < '0' || next > '9';
}

/// Whether a table with a row for each value of an enumeration, which counts from 0, is complete.
template <typename Enum, std::size_t Rows>
constexpr bool hasAllRows = isNamed<static_cast<Enum>(Rows - 1)>() && !isNamed<static_cast<Enum>(Rows)>();

/// A value's row in the table of all values; null beyond the last.
template <typename Enum, std::size_t Rows>
constexpr const char *rowOf(const char *const (&table)[Rows], Enum value)
{
    static_assert(hasAllRows<Enum, Rows>);
    return std::size_t(value) < Rows ? table[std::size_t(value)] : nullptr;
}

} // namespace regard

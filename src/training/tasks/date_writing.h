#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace regard {

/// The years that dates are of: one hundred, so that two digits name one of them.
inline constexpr int firstDateYear = 1950;
inline constexpr int lastDateYear = 2049;

/// How many ways of writing a date there are.
extern const int dateWays;

/// "7 Nov 2026", "7.11.2026", "November 7th, 2026": one of the ways, from 0. Where day and month are both numbers the
/// day comes first, but for the way that begins with the year.
std::string writtenDate(std::chrono::year_month_day date, int way);

/// The date that is written in one of the ways; nothing where it is none, or the day of the week is another one's.
std::optional<std::chrono::year_month_day> readDate(std::string_view text);

/// "2026-11-07".
std::string isoDate(std::chrono::year_month_day date);

/// Every character that a written date has, in the order of their bytes, those of isoDate() among them.
std::string dateCharacters();

} // namespace regard

#include "training/tasks/date_writing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>
#include <vector>

namespace regard {

namespace {

using std::chrono::year_month_day;

constexpr std::array<std::string_view, 12> ways{
    "{day} {Mon} {year}",         "{day} {Month} {year}",
    "{day}.{month}.{year}",       "{dd}/{mm}/{year}",
    "{day}/{month}/{yy}",         "{Month} {day}{th}, {year}",
    "{Mon} {day}, {year}",        "{year}/{mm}/{dd}",
    "{Sat} {day} {Month} {year}", "the {day}{th} of {Month} {year}",
    "{day}-{Mon}-{yy}",           "{Saturday} {day}.{month}.{year}",
};

constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> weekdays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::size_t abbreviated = 3;

std::string twoDigits(unsigned number)
{
    return {char('0' + number / 10 % 10), char('0' + number % 10)};
}

/// 1st, 2nd, 3rd, 4th, but 11th, 12th and 13th.
std::string ordinalEnd(unsigned day)
{
    constexpr std::array<const char *, 4> ends{"th", "st", "nd", "rd"};
    return day / 10 != 1 && day % 10 < ends.size() ? ends[day % 10] : ends[0];
}

/// What stands for a name between braces.
std::string part(std::string_view name, year_month_day date)
{
    const auto day = unsigned(date.day());
    const auto month = unsigned(date.month());
    const std::string_view weekday = weekdays[std::chrono::weekday(date).c_encoding()];
    if (name == "year")
        return std::to_string(int(date.year()));
    if (name == "yy")
        return twoDigits(unsigned(int(date.year()) % 100));
    if (name == "month")
        return std::to_string(month);
    if (name == "mm")
        return twoDigits(month);
    if (name == "Month")
        return std::string(months[month - 1]);
    if (name == "Mon")
        return std::string(months[month - 1].substr(0, abbreviated));
    if (name == "day")
        return std::to_string(day);
    if (name == "dd")
        return twoDigits(day);
    if (name == "th")
        return ordinalEnd(day);
    return std::string(name == "Sat" ? weekday.substr(0, abbreviated) : weekday);
}

std::string filled(std::string_view way, year_month_day date)
{
    std::string text;
    while (!way.empty()) {
        const std::size_t open = std::min(way.find('{'), way.size());
        text += way.substr(0, open);
        way.remove_prefix(open);
        if (way.empty())
            break;
        const std::size_t close = way.find('}');
        text += part(way.substr(1, close - 1), date);
        way.remove_prefix(close + 1);
    }
    return text;
}

/// Nothing where the word names no month.
std::optional<unsigned> monthNamed(std::string_view word)
{
    for (std::size_t i = 0; i < months.size(); ++i)
        if (word == months[i] || word == months[i].substr(0, abbreviated))
            return unsigned(i + 1);
    return std::nullopt;
}

/// The numbers and words of a text, without what stands between them.
std::vector<std::string_view> pieces(std::string_view text)
{
    const auto kind = [](char c) { return std::isdigit(int(c)) ? 1 : std::isalpha(int(c)) ? 2 : 0; };
    std::vector<std::string_view> found;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        while (end < text.size() && kind(text[end]) == kind(text[i]))
            ++end;
        if (kind(text[i]) != 0)
            found.push_back(text.substr(i, end - i));
        i = end;
    }
    return found;
}

/// What the text may mean, whatever stands between its numbers and words.
std::optional<year_month_day> possibleDate(std::string_view text)
{
    std::vector<int> numbers;
    std::optional<unsigned> month;
    for (const std::string_view piece : pieces(text)) {
        if (const std::optional<unsigned> named = monthNamed(piece))
            month = named;
        int number = 0;
        if (std::isdigit(int(piece.front())) && piece.size() <= 4 &&
            std::from_chars(piece.data(), piece.data() + piece.size(), number).ec == std::errc())
            numbers.push_back(number);
    }
    if (numbers.size() != (month ? 2U : 3U))
        return std::nullopt;
    if (numbers.front() >= 100) // the year comes first, and then the month
        std::reverse(numbers.begin(), numbers.end());
    int year = numbers.back();
    if (year < 100)
        year += year + 1900 < firstDateYear ? 2000 : 1900;
    const year_month_day date{std::chrono::year(year), std::chrono::month(month ? *month : unsigned(numbers[1])),
                              std::chrono::day(unsigned(numbers.front()))};
    const bool isOfTheYears = year >= firstDateYear && year <= lastDateYear;
    return isOfTheYears && date.ok() ? std::optional(date) : std::nullopt;
}

} // namespace

const int dateWays = int(ways.size());

std::string writtenDate(year_month_day date, int way)
{
    return filled(ways.at(std::size_t(way)), date);
}

std::optional<year_month_day> readDate(std::string_view text)
{
    const std::optional<year_month_day> date = possibleDate(text);
    const auto isWritten = [&](std::string_view way) { return filled(way, *date) == text; };
    return date && std::any_of(ways.begin(), ways.end(), isWritten) ? date : std::nullopt;
}

std::string isoDate(year_month_day date)
{
    return filled("{year}-{mm}-{dd}", date);
}

std::string dateCharacters()
{
    std::set<char> characters;
    const auto add = [&](std::string_view text) { characters.insert(text.begin(), text.end()); };
    add("0123456789-thstndrd");
    for (const std::string_view name : months)
        add(name);
    for (const std::string_view name : weekdays)
        add(name);
    bool isName = false;
    for (const std::string_view way : ways)
        for (const char c : way) {
            isName = c == '{' || (isName && c != '}');
            if (!isName && c != '}')
                characters.insert(c);
        }
    return {characters.begin(), characters.end()};
}

} // namespace regard

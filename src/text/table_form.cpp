#include "text/table_form.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

namespace regard {

namespace {

constexpr std::size_t mostClusterBytes = 5;

std::unique_ptr<icu::BreakIterator> clusterBreaker()
{
    static const std::unique_ptr<icu::BreakIterator> prototype = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::BreakIterator> breaker(
            icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        return U_SUCCESS(status) ? std::move(breaker) : nullptr;
    }();
    return std::unique_ptr<icu::BreakIterator>(prototype ? prototype->clone() : nullptr);
}

/// The end of each grapheme cluster, in characters.
std::vector<std::size_t> clusterEnds(const MappedText &text)
{
    icu::UnicodeString units;
    for (const MappedChar &mapped : text)
        units.append(UChar32(mapped.c));
    std::vector<std::size_t> ends;
    const std::unique_ptr<icu::BreakIterator> breaker = clusterBreaker();
    if (!breaker) { // without ICU's data, a character each
        for (std::size_t i = 0; i < text.size(); ++i)
            ends.push_back(i + 1);
        return ends;
    }
    breaker->setText(units);
    std::size_t character = 0;
    int32_t unit = 0;
    for (int32_t end = breaker->next(); end != icu::BreakIterator::DONE; end = breaker->next()) {
        while (unit < end)
            unit += U16_LENGTH(UChar32(text[character++].c));
        ends.push_back(character);
    }
    return ends;
}

} // namespace

MappedText replacedByTable(const MappedText &text, const ReplacementTable &table)
{
    MappedText result;
    result.reserve(text.size());
    const auto replace = [&](std::size_t begin, std::size_t end, std::size_t mostBytes) {
        const std::string part = utf8Of(text, begin, end);
        const std::optional<std::string_view> found = part.size() <= mostBytes ? table.find(part) : std::nullopt;
        if (!found)
            return false;
        for (const MappedChar &mapped : mappedText(*found))
            result.push_back({mapped.c, text[begin].begin, text[end - 1].end});
        return true;
    };
    std::size_t begin = 0;
    for (const std::size_t end : clusterEnds(text)) {
        if (!replace(begin, end, mostClusterBytes))
            for (std::size_t i = begin; i < end; ++i)
                if (!replace(i, i + 1, U8_MAX_LENGTH))
                    result.push_back(text[i]);
        begin = end;
    }
    // The library takes what remains to begin where the text does, even where the first characters are left out.
    if (!result.empty())
        result.front().begin = text.front().begin;
    return result;
}

} // namespace regard

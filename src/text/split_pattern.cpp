#include "text/split_pattern.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <unicode/uchar.h>

namespace regard {

namespace {

struct KnownPattern {
    std::string_view expression;
    SplitPattern pattern;
};

// The patterns as the files of GPT-2, Llama 3 and Qwen 2 spell them; the second is tiktoken's spelling of the first.
constexpr std::array<KnownPattern, 4> knownPatterns{{
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", SplitPattern::Gpt2},
    {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", SplitPattern::Gpt2},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     SplitPattern::Llama3},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     SplitPattern::Qwen2},
}};

bool isLetter(char32_t c)
{
    return (U_GET_GC_MASK(UChar32(c)) & U_GC_L_MASK) != 0;
}

bool isNumber(char32_t c)
{
    return (U_GET_GC_MASK(UChar32(c)) & U_GC_N_MASK) != 0;
}

bool isPatternMark(char32_t c)
{
    return !isUnicodeSpace(c) && !isLetter(c) && !isNumber(c);
}

bool isLineBreak(char32_t c)
{
    return c == U'\r' || c == U'\n';
}

/// The first position from `at` on whose character is not of that kind.
template <typename Kind>
std::size_t skipped(const MappedText &text, std::size_t at, Kind kind)
{
    while (at < text.size() && kind(text[at].c))
        ++at;
    return at;
}

/// A letter as case folding compares it: the long s is an s.
char32_t folded(char32_t c, bool anyCase)
{
    if (!anyCase)
        return c;
    return char32_t(u_foldCase(UChar32(c), U_FOLD_CASE_DEFAULT));
}

/// 's, 't, 're, 've, 'm, 'll, 'd: the number of characters of the one at this position, 0 where there is none.
std::size_t contractionLength(const MappedText &text, std::size_t at, bool anyCase)
{
    if (text[at].c != U'\'' || at + 1 >= text.size())
        return 0;
    const char32_t first = folded(text[at + 1].c, anyCase);
    if (first == U's' || first == U't' || first == U'm' || first == U'd')
        return 2;
    if (at + 2 >= text.size())
        return 0;
    const char32_t second = folded(text[at + 2].c, anyCase);
    const bool matches = ((first == U'r' || first == U'v') && second == U'e') || (first == U'l' && second == U'l');
    return matches ? 3 : 0;
}

/// `\s+(?!\S)|\s+`: white space, but the last one is left to a word that follows.
std::size_t spaceLength(const MappedText &text, std::size_t at)
{
    const std::size_t end = skipped(text, at, isUnicodeSpace);
    return end == text.size() || end - at == 1 ? end - at : end - at - 1;
}

std::size_t gpt2Length(const MappedText &text, std::size_t at)
{
    if (const std::size_t length = contractionLength(text, at, false))
        return length;
    const std::size_t word = text[at].c == U' ' ? at + 1 : at;
    for (const auto kind : {isLetter, isNumber, isPatternMark}) {
        const std::size_t end = skipped(text, word, kind);
        if (end > word)
            return end - at;
    }
    return spaceLength(text, at);
}

/// Returns where `\s*[\r\n]+` ends, after the last line break of the white space; `at` where it has none.
std::size_t lineBreakEnd(const MappedText &text, std::size_t at)
{
    std::size_t end = skipped(text, at, isUnicodeSpace);
    while (end > at && !isLineBreak(text[end - 1].c))
        --end;
    return end;
}

std::size_t llamaLength(const MappedText &text, std::size_t at, std::size_t digits)
{
    if (const std::size_t length = contractionLength(text, at, true))
        return length;
    const char32_t first = text[at].c;
    const bool leads = !isLineBreak(first) && !isLetter(first) && !isNumber(first);
    const std::size_t letters = leads ? at + 1 : at;
    if (const std::size_t end = skipped(text, letters, isLetter); end > letters)
        return end - at;
    if (isNumber(first))
        return std::min(skipped(text, at, isNumber) - at, digits);
    const std::size_t marks = first == U' ' ? at + 1 : at;
    if (const std::size_t end = skipped(text, marks, isPatternMark); end > marks)
        return skipped(text, end, isLineBreak) - at;
    if (const std::size_t end = lineBreakEnd(text, at); end > at)
        return end - at;
    return spaceLength(text, at);
}

} // namespace

std::optional<SplitPattern> knownSplitPattern(std::string_view expression)
{
    for (const KnownPattern &known : knownPatterns)
        if (known.expression == expression)
            return known.pattern;
    return std::nullopt;
}

std::size_t matchLength(SplitPattern pattern, const MappedText &text, std::size_t at)
{
    switch (pattern) {
    case SplitPattern::Gpt2:
        return gpt2Length(text, at);
    case SplitPattern::Llama3:
        return llamaLength(text, at, 3);
    case SplitPattern::Qwen2:
        return llamaLength(text, at, 1);
    }
    return 1;
}

} // namespace regard

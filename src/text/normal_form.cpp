#include "text/normal_form.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "text/table_form.h"

namespace regard {

namespace {

// The tokenizers library classifies by the tables of Unicode 8 where BERT looks at categories; a character that came
// later has none.
constexpr int bertUnicode = 8;
constexpr int formUnicode = 9; // of the normal forms and of the step StripAccents

bool hasCategory(char32_t c, std::uint32_t mask)
{
    return (U_GET_GC_MASK(UChar32(c)) & mask) != 0;
}

bool isBertControl(char32_t c)
{
    if (c == U'\t' || c == U'\n' || c == U'\r')
        return false;
    if (hasCategory(c, U_GC_CC_MASK | U_GC_CO_MASK))
        return true;
    return hasCategory(c, U_GC_CF_MASK) && isInUnicode(c, bertUnicode);
}

/// The blocks that Google's BERT sets apart, as the tokenizers library has them (its extension E begins at U+2B920).
bool isChinese(char32_t c)
{
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x2F800 && c <= 0x2FA1F);
}

/// A mark without width; five characters have changed their category since.
bool isBertAccent(char32_t c)
{
    if (c == 0x1734)
        return true;
    if (c == 0x1885 || c == 0x1886 || c == 0xA9BD || c == 0x111C9)
        return false;
    return hasCategory(c, U_GC_MN_MASK) && isInUnicode(c, bertUnicode);
}

/// Any mark; three characters have changed their category since.
bool isAccent(char32_t c)
{
    if (c == 0x1CF2 || c == 0x1CF3)
        return true;
    return c != 0x111C9 && hasCategory(c, U_GC_M_MASK) && isInUnicode(c, formUnicode);
}

void clean(MappedText &text)
{
    std::erase_if(text, [](const MappedChar &m) { return m.c == 0 || m.c == 0xFFFD || isBertControl(m.c); });
    for (MappedChar &mapped : text)
        if (isUnicodeSpace(mapped.c))
            mapped.c = U' ';
}

MappedText chineseApart(const MappedText &text)
{
    MappedText apart;
    apart.reserve(text.size());
    for (const MappedChar &mapped : text) {
        const bool chinese = isChinese(mapped.c);
        if (chinese)
            apart.push_back({U' ', mapped.begin, mapped.begin});
        apart.push_back(mapped);
        if (chinese)
            apart.push_back({U' ', mapped.end, mapped.end});
    }
    return apart;
}

/// Null where ICU's data are not available, which leaves the text as it is.
const icu::Normalizer2 *normalizer(NormalStep::Kind kind)
{
    UErrorCode status = U_ZERO_ERROR;
    switch (kind) {
    case NormalStep::Kind::Nfc:
        return icu::Normalizer2::getNFCInstance(status);
    case NormalStep::Kind::Nfd:
        return icu::Normalizer2::getNFDInstance(status);
    case NormalStep::Kind::Nfkc:
        return icu::Normalizer2::getNFKCInstance(status);
    case NormalStep::Kind::Nfkd:
        return icu::Normalizer2::getNFKDInstance(status);
    default:
        return nullptr;
    }
}

/// Replaces each character by its decomposition, in canonical order.
MappedText decomposed(const MappedText &text, const icu::Normalizer2 &form)
{
    MappedText result;
    result.reserve(text.size());
    for (const MappedChar &mapped : text) {
        icu::UnicodeString parts;
        if (!isInUnicode(mapped.c, formUnicode) || !form.getDecomposition(UChar32(mapped.c), parts)) {
            result.push_back(mapped);
            continue;
        }
        for (int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1))
            result.push_back({char32_t(parts.char32At(i)), mapped.begin, mapped.end});
    }
    const auto combining = [](const MappedChar &m) {
        return isInUnicode(m.c, formUnicode) ? int(u_getCombiningClass(UChar32(m.c))) : 0;
    };
    for (auto first = result.begin(); first != result.end();) {
        auto last = std::next(first);
        if (combining(*first) > 0) {
            last = std::find_if(first, result.end(), [&](const MappedChar &m) { return combining(m) == 0; });
            std::stable_sort(first, last,
                             [&](const MappedChar &a, const MappedChar &b) { return combining(a) < combining(b); });
        }
        first = last;
    }
    return result;
}

/// Composed stretch by stretch; what a stretch became keeps the bytes of all of it.
MappedText composed(const MappedText &text, const icu::Normalizer2 &form)
{
    MappedText result;
    result.reserve(text.size());
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin + 1;
        const bool isKnown = isInUnicode(text[begin].c, formUnicode);
        while (isKnown && end < text.size() && isInUnicode(text[end].c, formUnicode) &&
               !form.hasBoundaryBefore(UChar32(text[end].c)))
            ++end;
        if (!isKnown) {
            result.push_back(text[begin++]);
            continue;
        }
        icu::UnicodeString stretch;
        for (std::size_t i = begin; i < end; ++i)
            stretch.append(UChar32(text[i].c));
        UErrorCode status = U_ZERO_ERROR;
        const icu::UnicodeString made = form.normalize(stretch, status);
        if (U_FAILURE(status) || made == stretch)
            result.insert(result.end(), text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end));
        else
            for (int32_t i = 0; i < made.length(); i = made.moveIndex32(i, 1))
                result.push_back({char32_t(made.char32At(i)), text[begin].begin, text[end - 1].end});
        begin = end;
    }
    return result;
}

/// Character by character, whatever is around them: İ becomes i with a dot above.
MappedText lowered(const MappedText &text)
{
    MappedText result;
    result.reserve(text.size());
    for (const MappedChar &mapped : text) {
        if (mapped.c == 0x130) { // the one character whose lower case is two
            result.push_back({U'i', mapped.begin, mapped.end});
            result.push_back({0x307, mapped.begin, mapped.end});
            continue;
        }
        result.push_back({char32_t(u_tolower(UChar32(mapped.c))), mapped.begin, mapped.end});
    }
    return result;
}

MappedText bertForm(MappedText text, const NormalStep &step)
{
    if (step.cleans)
        clean(text);
    if (step.separatesChinese)
        text = chineseApart(text);
    if (step.stripsAccents) {
        if (const icu::Normalizer2 *form = normalizer(NormalStep::Kind::Nfd))
            text = decomposed(text, *form);
        std::erase_if(text, [](const MappedChar &m) { return isBertAccent(m.c); });
    }
    return step.lowercases ? lowered(text) : text;
}

MappedText replaced(const MappedText &text, const NormalStep &step)
{
    const MappedText from = mappedText(step.from);
    const MappedText to = mappedText(step.to);
    if (from.empty())
        return text;
    const auto same = [](const MappedChar &a, const MappedChar &b) { return a.c == b.c; };
    MappedText result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const bool found = text.size() - i >= from.size() &&
                           std::equal(from.begin(), from.end(), text.begin() + std::ptrdiff_t(i), same);
        if (!found) {
            result.push_back(text[i++]);
            continue;
        }
        for (const MappedChar &mapped : to)
            result.push_back({mapped.c, text[i].begin, text[i + from.size() - 1].end});
        i += from.size();
    }
    return result;
}

MappedText replacedMatches(const MappedText &text, const NormalStep &step)
{
    const MappedText to = mappedText(step.to);
    MappedText result;
    std::size_t covered = 0;
    const auto copyUpTo = [&](std::size_t end) {
        result.insert(result.end(), text.begin() + std::ptrdiff_t(covered), text.begin() + std::ptrdiff_t(end));
        covered = end;
    };
    for (const TextRange &match : step.expression->matches(text)) {
        copyUpTo(match.begin);
        const bool isEmpty = match.begin == match.end;
        const std::size_t place = match.begin < text.size() ? text[match.begin].begin
                                  : text.empty()            ? 0
                                                            : text.back().end;
        for (const MappedChar &mapped : to)
            result.push_back({mapped.c, place, isEmpty ? place : text[match.end - 1].end});
        covered = match.end;
    }
    copyUpTo(text.size());
    return result;
}

MappedText stripped(const MappedText &text, const NormalStep &step)
{
    const auto isInk = [](const MappedChar &m) { return !isUnicodeSpace(m.c); };
    auto first = text.begin();
    auto last = text.end();
    if (step.stripsLeft)
        first = std::find_if(first, last, isInk);
    if (step.stripsRight)
        last = std::find_if(std::make_reverse_iterator(last), std::make_reverse_iterator(first), isInk).base();
    return {first, last};
}

MappedText prepended(MappedText text, const NormalStep &step)
{
    if (text.empty())
        return text;
    MappedText result;
    for (const MappedChar &mapped : mappedText(step.to))
        result.push_back({mapped.c, text.front().begin, text.front().end});
    result.insert(result.end(), text.begin(), text.end());
    return result;
}

MappedText afterStep(MappedText text, const NormalStep &step)
{
    switch (step.kind) {
    case NormalStep::Kind::Bert:
        return bertForm(std::move(text), step);
    case NormalStep::Kind::Nfc:
    case NormalStep::Kind::Nfkc: {
        const icu::Normalizer2 *form = normalizer(step.kind);
        return form ? composed(text, *form) : text;
    }
    case NormalStep::Kind::Nfd:
    case NormalStep::Kind::Nfkd: {
        const icu::Normalizer2 *form = normalizer(step.kind);
        return form ? decomposed(text, *form) : text;
    }
    case NormalStep::Kind::Lowercase:
        return lowered(text);
    case NormalStep::Kind::StripAccents:
        std::erase_if(text, [](const MappedChar &m) { return isAccent(m.c); });
        return text;
    case NormalStep::Kind::Prepend:
        return prepended(std::move(text), step);
    case NormalStep::Kind::Replace:
        return replaced(text, step);
    case NormalStep::Kind::ReplaceAll:
        return replacedMatches(text, step);
    case NormalStep::Kind::Strip:
        return stripped(text, step);
    case NormalStep::Kind::Precompiled:
        return replacedByTable(text, *step.table);
    }
    return text;
}

} // namespace

MappedText normalForm(MappedText text, const std::vector<NormalStep> &steps)
{
    for (const NormalStep &step : steps)
        text = afterStep(std::move(text), step);
    return text;
}

bool isBertPunctuation(char32_t c)
{
    const bool ascii =
        (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) || (c >= 0x7B && c <= 0x7E);
    // These two were punctuation in Unicode 8 but no longer are.
    const bool onceMarks = c == 0x166D || c == 0x111C9;
    return ascii || onceMarks || (hasCategory(c, U_GC_P_MASK) && isInUnicode(c, bertUnicode));
}

} // namespace regard

#include "text/word_splitter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "text/base/byte_alphabet.h"
#include "text/normal_form.h"
#include "text/split_pattern.h"

namespace regard {

namespace {

using Texts = std::vector<MappedText>;

void add(Texts &words, const MappedText &text, std::size_t begin, std::size_t end)
{
    if (begin < end)
        words.emplace_back(text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end));
}

void splitBert(Texts &words, const MappedText &text)
{
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool mark = isBertPunctuation(text[i].c);
        if (!mark && !isUnicodeSpace(text[i].c))
            continue;
        add(words, text, begin, i);
        if (mark)
            add(words, text, i, i + 1);
        begin = i + 1;
    }
    add(words, text, begin, text.size());
}

void splitPattern(Texts &words, const MappedText &text, SplitPattern pattern)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = matchLength(pattern, text, at);
        add(words, text, at, at + length);
        at += length;
    }
}

/// What Rust's char::is_numeric holds for digits: the categories Nd, Nl and No.
bool isNumeric(char32_t c)
{
    return (U_GET_GC_MASK(UChar32(c)) & U_GC_N_MASK) != 0;
}

/// Cuts at each character of a kind.
template <typename Kind>
void splitCharacters(Texts &words, const MappedText &text, SplitBehavior behavior, Kind kind)
{
    std::vector<TextRange> matches;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (kind(text[i].c))
            matches.push_back({i, i + 1});
    for (const TextRange &part : splitParts(matches, text.size(), behavior, false))
        add(words, text, part.begin, part.end);
}

void splitExpression(Texts &words, const MappedText &text, const SplitStep &step)
{
    for (const TextRange &part :
         splitParts(step.expression->matches(text), text.size(), step.behavior, step.isInverted))
        add(words, text, part.begin, part.end);
}

/// `\w+|[^\w\s]+`
void splitRuns(Texts &words, const MappedText &text)
{
    enum class Run { Space, Word, Marks };
    const auto runAt = [&](std::size_t i) {
        return isUnicodeSpace(text[i].c) ? Run::Space : isWordCharacter(text[i].c) ? Run::Word : Run::Marks;
    };
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin + 1;
        while (end < text.size() && runAt(end) == runAt(begin))
            ++end;
        if (runAt(begin) != Run::Space)
            add(words, text, begin, end);
        begin = end;
    }
}

/// The script by the tables of Unicode 9, of which four characters have changed since; none of spaces and of what came
/// later. Kana count as Han.
UScriptCode scriptOf(char32_t c)
{
    constexpr int scriptUnicode = 9;
    if (c == U' ' || !isInUnicode(c, scriptUnicode))
        return USCRIPT_UNKNOWN;
    if (c == 0x589 || c == 0x61C)
        return USCRIPT_COMMON;
    if (c == 0x953 || c == 0x954)
        return USCRIPT_DEVANAGARI;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(UChar32(c), &status);
    const bool isKana = script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || c == 0x30FC;
    return isKana ? USCRIPT_HAN : script;
}

/// What has no script goes with what is before it; at the beginning it is dropped.
void splitScripts(Texts &words, const MappedText &text)
{
    UScriptCode last = USCRIPT_UNKNOWN;
    std::size_t begin = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const UScriptCode script = scriptOf(text[i].c);
        if (script == USCRIPT_UNKNOWN || script == last)
            continue;
        if (last != USCRIPT_UNKNOWN)
            add(words, text, begin, i);
        begin = i;
        last = script;
    }
    add(words, text, begin, text.size());
}

/// Every byte as the character that `characterOf` gives it.
template <typename CharacterOf>
MappedText inBytes(const MappedText &text, CharacterOf characterOf)
{
    MappedText bytes;
    bytes.reserve(text.size());
    std::string utf8;
    for (const MappedChar &mapped : text) {
        utf8.clear();
        appendUtf8(utf8, mapped.c);
        for (const char byte : utf8)
            bytes.push_back({characterOf(std::uint8_t(byte)), mapped.begin, mapped.end});
    }
    return bytes;
}

MappedText withSpaceBefore(MappedText text)
{
    if (text.empty() || text.front().c == U' ')
        return text;
    const MappedChar first = text.front();
    text.insert(text.begin(), {U' ', first.begin, first.end});
    return text;
}

void splitMetaspace(Texts &words, MappedText text, const SplitStep &step)
{
    const MappedText mark = mappedText(step.mark);
    const NormalStep spaces{.kind = NormalStep::Kind::Replace, .from = " ", .to = step.mark};
    const bool atTheBeginning = !text.empty() && text.front().begin == 0;
    text = normalForm(std::move(text), {spaces});
    const auto same = [](const MappedChar &a, const MappedChar &b) { return a.c == b.c; };
    const auto marked = [&](std::size_t at) {
        return text.size() - at >= mark.size() &&
               std::equal(mark.begin(), mark.end(), text.begin() + std::ptrdiff_t(at), same);
    };
    const bool wanted =
        step.prefix == SplitStep::Prefix::Always || (step.prefix == SplitStep::Prefix::First && atTheBeginning);
    if (wanted && !marked(0))
        text = normalForm(std::move(text), {{.kind = NormalStep::Kind::Prepend, .to = step.mark}});
    if (!step.splits) {
        add(words, text, 0, text.size());
        return;
    }
    std::size_t begin = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (!marked(i))
            continue;
        add(words, text, begin, i);
        begin = i;
    }
    add(words, text, begin, text.size());
}

Texts afterCharacter(Texts texts, const SplitStep &step)
{
    Texts words;
    for (MappedText &text : texts) {
        switch (step.kind) {
        case SplitStep::Kind::Bert:
            splitBert(words, text);
            break;
        case SplitStep::Kind::Pattern:
            splitPattern(words, step.addsSpace ? withSpaceBefore(std::move(text)) : text, step.pattern);
            break;
        case SplitStep::Kind::Expression:
            splitExpression(words, text, step);
            break;
        case SplitStep::Kind::Digits:
            splitCharacters(words, text, step.behavior, isNumeric);
            break;
        case SplitStep::Kind::Punctuation:
            splitCharacters(words, text, step.behavior, isBertPunctuation);
            break;
        case SplitStep::Kind::Spaces:
            splitCharacters(words, text, step.behavior, isUnicodeSpace);
            break;
        case SplitStep::Kind::Words:
            splitRuns(words, text);
            break;
        case SplitStep::Kind::Scripts:
            splitScripts(words, text);
            break;
        case SplitStep::Kind::ByteLevel:
            words.push_back(inBytes(step.addsSpace ? withSpaceBefore(std::move(text)) : text, byteCharacter));
            break;
        case SplitStep::Kind::Bytes:
            words.push_back(inBytes(text, [](std::uint8_t byte) { return char32_t(byte); }));
            break;
        case SplitStep::Kind::Metaspace:
            splitMetaspace(words, std::move(text), step);
            break;
        }
    }
    return words;
}

} // namespace

std::vector<MappedText> splitWords(std::vector<MappedText> texts, const std::vector<SplitStep> &steps)
{
    std::erase_if(texts, [](const MappedText &text) { return text.empty(); });
    for (const SplitStep &step : steps)
        texts = afterCharacter(std::move(texts), step);
    return texts;
}

} // namespace regard

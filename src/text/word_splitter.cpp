#include "text/word_splitter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <unicode/uchar.h>

#include "text/byte_alphabet.h"
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

void splitDigits(Texts &words, const MappedText &text, bool eachDigit)
{
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = isNumeric(text[i].c);
        const bool cut = i > 0 && (digit != isNumeric(text[i - 1].c) || (digit && eachDigit));
        if (!cut)
            continue;
        add(words, text, begin, i);
        begin = i;
    }
    add(words, text, begin, text.size());
}

MappedText inByteAlphabet(const MappedText &text)
{
    MappedText bytes;
    bytes.reserve(text.size());
    std::string utf8;
    for (const MappedChar &mapped : text) {
        utf8.clear();
        appendUtf8(utf8, mapped.c);
        for (const char byte : utf8)
            bytes.push_back({byteCharacter(std::uint8_t(byte)), mapped.begin, mapped.end});
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
        case SplitStep::Kind::Digits:
            splitDigits(words, text, step.eachDigit);
            break;
        case SplitStep::Kind::ByteLevel:
            words.push_back(inByteAlphabet(step.addsSpace ? withSpaceBefore(std::move(text)) : text));
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

#include "text/tokenizer.h"

#include <memory>

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "text/piece_spelling.h"

namespace regard {

namespace {

/// The start and the end of a piece of the UTF-16 text.
struct Segment {
    int32_t begin = 0;
    int32_t end = 0;
};

/// Invisible format characters: bidi controls, zero width spaces, annotation anchors. The joiners U+200C and
/// U+200D and the tag characters are not among them: they are part of words and of emoji.
bool isInvisibleFormat(UChar32 c)
{
    return c == 0x061C || c == 0x180E || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2061 && c <= 0x2064) || (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB);
}

/// A soft hyphen or a word joiner inside a word must not make it a different word.
bool isDropped(UChar32 c)
{
    return c == 0x00AD || c == 0x2060;
}

icu::UnicodeString readText(std::string_view text)
{
    icu::UnicodeString read;
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    const auto length = int64_t(text.size());
    int64_t position = 0;
    while (position < length) {
        UChar32 c = 0;
        U8_NEXT(bytes, position, length, c);
        if (c >= 0 && isDropped(c))
            continue;
        const bool space = c < 0 || u_charType(c) == U_CONTROL_CHAR || isInvisibleFormat(c);
        read.append(space ? UChar32{' '} : c);
    }
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2 *nfc = icu::Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status))
        return read;
    icu::UnicodeString normalized = nfc->normalize(read, status);
    return U_FAILURE(status) ? read : normalized;
}

/// Null where ICU has no rules available.
std::unique_ptr<icu::BreakIterator> wordBreaker()
{
    static const std::unique_ptr<icu::BreakIterator> prototype = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::BreakIterator> breaker(
            icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
        return U_FAILURE(status) ? nullptr : std::move(breaker);
    }();
    return std::unique_ptr<icu::BreakIterator>(prototype ? prototype->clone() : nullptr);
}

/// The segment without white space at its ends; empty where nothing visible remains.
Segment trimmed(const icu::UnicodeString &text, Segment segment)
{
    while (segment.begin < segment.end && u_isUWhiteSpace(text.char32At(segment.begin)))
        segment.begin = text.moveIndex32(segment.begin, 1);
    while (segment.begin < segment.end && u_isUWhiteSpace(text.char32At(segment.end - 1)))
        segment.end = text.moveIndex32(segment.end, -1);
    for (int32_t i = segment.begin; i < segment.end; i = text.moveIndex32(i, 1))
        if (!u_hasBinaryProperty(text.char32At(i), UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            return segment;
    return {segment.begin, segment.begin};
}

void append(std::vector<Segment> &segments, const icu::UnicodeString &text, Segment segment)
{
    const Segment seen = trimmed(text, segment);
    if (seen.begin < seen.end)
        segments.push_back(seen);
}

std::vector<Segment> whitespaceSegments(const icu::UnicodeString &text)
{
    std::vector<Segment> segments;
    int32_t begin = 0;
    for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        if (u_isUWhiteSpace(text.char32At(i))) {
            append(segments, text, {begin, i});
            begin = i + 1; // every white space character is one UTF-16 unit
        }
    }
    append(segments, text, {begin, text.length()});
    return segments;
}

bool isWord(const icu::UnicodeString &text, const Segment &segment)
{
    return u_isalnum(text.char32At(segment.begin));
}

bool isHyphen(const icu::UnicodeString &text, const Segment &segment)
{
    const char16_t c = text.charAt(segment.begin);
    return segment.end - segment.begin == 1 && (c == 0x002D || c == 0x2010 || c == 0x2011);
}

std::vector<Segment> joinedAtHyphens(const icu::UnicodeString &text, const std::vector<Segment> &segments)
{
    std::vector<Segment> joined;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        Segment whole = segments[i];
        if (isWord(text, whole)) {
            while (i + 2 < segments.size() && isHyphen(text, segments[i + 1]) && isWord(text, segments[i + 2]) &&
                   segments[i + 1].begin == whole.end && segments[i + 2].begin == segments[i + 1].end) {
                whole.end = segments[i + 2].end;
                i += 2;
            }
        }
        joined.push_back(whole);
    }
    return joined;
}

bool isMark(const icu::UnicodeString &text, const Segment &segment, char16_t mark)
{
    return segment.end - segment.begin == 1 && text.charAt(segment.begin) == mark;
}

/// Returns the number of the segment after a special token (`<s>`, `</s>`, `<pad>`, `[CLS]`) that begins at `first`;
/// `first` where none begins there.
std::size_t endOfSpecial(const icu::UnicodeString &text, const std::vector<Segment> &segments, std::size_t first)
{
    const bool angle = isMark(text, segments[first], u'<');
    if (!angle && !isMark(text, segments[first], u'['))
        return first;
    std::size_t at = first + 1;
    const auto follows = [&](std::size_t i) { return i < segments.size() && segments[i].begin == segments[i - 1].end; };
    if (angle && follows(at) && isMark(text, segments[at], u'/'))
        ++at;
    if (!follows(at) || !follows(at + 1) || !isMark(text, segments[at + 1], angle ? u'>' : u']'))
        return first;
    for (int32_t i = segments[at].begin; i < segments[at].end; ++i) {
        const char16_t c = text.charAt(i);
        const bool upper = c >= u'A' && c <= u'Z';
        if (!upper && (!angle || ((c < u'a' || c > u'z') && c != u'_')))
            return first;
    }
    return at + 1;
}

std::vector<Segment> withSpecialTokens(const icu::UnicodeString &text, const std::vector<Segment> &segments)
{
    std::vector<Segment> whole;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::size_t last = endOfSpecial(text, segments, i);
        whole.push_back({segments[i].begin, segments[last].end});
        i = last;
    }
    return whole;
}

std::vector<Segment> wordSegments(const icu::UnicodeString &text)
{
    const std::unique_ptr<icu::BreakIterator> breaker = wordBreaker();
    if (!breaker)
        return whitespaceSegments(text);
    breaker->setText(text);
    std::vector<Segment> segments;
    int32_t begin = breaker->first();
    for (int32_t end = breaker->next(); end != icu::BreakIterator::DONE; end = breaker->next()) {
        append(segments, text, {begin, end});
        begin = end;
    }
    return joinedAtHyphens(text, withSpecialTokens(text, segments));
}

/// Null where ICU has no rules available.
std::unique_ptr<icu::BreakIterator> characterBreaker()
{
    static const std::unique_ptr<icu::BreakIterator> prototype = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::BreakIterator> breaker(
            icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        return U_FAILURE(status) ? nullptr : std::move(breaker);
    }();
    return std::unique_ptr<icu::BreakIterator>(prototype ? prototype->clone() : nullptr);
}

/// A special token, which is more than a mark in brackets.
bool isSpecial(const icu::UnicodeString &text, const Segment &segment)
{
    const char16_t first = text.charAt(segment.begin);
    return segment.end - segment.begin > 2 && (first == u'<' || first == u'[');
}

/// Every grapheme cluster, white space too, but special tokens as one.
std::vector<Segment> characterSegments(const icu::UnicodeString &text)
{
    const std::unique_ptr<icu::BreakIterator> breaker = characterBreaker();
    if (!breaker)
        return whitespaceSegments(text);
    std::vector<Segment> specials;
    for (const Segment &segment : wordSegments(text))
        if (isSpecial(text, segment))
            specials.push_back(segment);
    breaker->setText(text);
    std::vector<Segment> segments;
    auto special = specials.begin();
    for (int32_t begin = 0; begin < text.length();) {
        if (special != specials.end() && special->begin == begin) {
            segments.push_back(*special);
            begin = special++->end;
            continue;
        }
        const int32_t end = breaker->following(begin);
        if (u_isUWhiteSpace(text.char32At(begin)))
            segments.push_back({begin, end});
        else
            append(segments, text, {begin, end});
        begin = end;
    }
    return segments;
}

std::vector<Segment> segmentsOf(const icu::UnicodeString &text, Tokenizer tokenizer)
{
    switch (tokenizer) {
    case Tokenizer::Words:
        return wordSegments(text);
    case Tokenizer::Characters:
        return characterSegments(text);
    case Tokenizer::Whitespace:
    case Tokenizer::Checkpoint:
        break;
    }
    return whitespaceSegments(text);
}

std::string utf8(const icu::UnicodeString &text, int32_t begin, int32_t end)
{
    std::string bytes;
    text.tempSubStringBetween(begin, end).toUTF8String(bytes);
    return bytes;
}

} // namespace

std::vector<std::string> textsOf(const Tokens &tokens)
{
    std::vector<std::string> texts;
    texts.reserve(tokens.tokens.size());
    for (const Token &token : tokens.tokens)
        texts.push_back(token.text);
    return texts;
}

Tokens tokenize(std::string_view text, Tokenizer tokenizer)
{
    const icu::UnicodeString read = readText(text);
    const std::vector<Segment> segments = segmentsOf(read, tokenizer);
    Tokens result;
    result.tokens.reserve(segments.size());
    int32_t copied = 0;
    for (const Segment &segment : segments) {
        result.normalized += utf8(read, copied, segment.begin);
        Token token{utf8(read, segment.begin, segment.end), result.normalized.size(), 0};
        if (std::string shown = visibleText(token.text); shown != token.text)
            token.label = std::move(shown);
        result.normalized += token.text;
        token.end = result.normalized.size();
        result.tokens.push_back(std::move(token));
        copied = segment.end;
    }
    result.normalized += utf8(read, copied, read.length());
    return result;
}

bool isMostlyCjk(std::string_view text)
{
    const icu::UnicodeString read = readText(text);
    int letters = 0;
    int cjk = 0;
    for (int32_t i = 0; i < read.length(); i = read.moveIndex32(i, 1)) {
        const UChar32 c = read.char32At(i);
        if (!u_isalpha(c))
            continue;
        ++letters;
        UErrorCode status = U_ZERO_ERROR;
        const UScriptCode script = uscript_getScript(c, &status);
        if (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
            script == USCRIPT_HANGUL || script == USCRIPT_BOPOMOFO)
            ++cjk;
    }
    return 2 * cjk > letters;
}

} // namespace regard

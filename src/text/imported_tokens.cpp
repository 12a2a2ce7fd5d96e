#include "text/imported_tokens.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "text/base/byte_alphabet.h"
#include "text/base/mapped_text.h"
#include "text/piece_spelling.h"

namespace regard {

namespace {

PieceSpelling givenSpellingOf(PieceMark mark)
{
    switch (mark) {
    case PieceMark::Bytes:
        return {PieceSpelling::Style::Bytes, {}};
    case PieceMark::Marked:
        return {PieceSpelling::Style::Marked, {}};
    case PieceMark::Continued:
        return {PieceSpelling::Style::Continued, "##"};
    case PieceMark::None:
        break;
    }
    return {PieceSpelling::Style::Plain, {}};
}

bool isGivenPunctuation(std::string_view text)
{
    const auto length = int64_t(text.size());
    bool isAny = false;
    for (int64_t at = 0; at < length;) {
        UChar32 c = 0;
        U8_NEXT(text.data(), at, length, c);
        if (c < 0 || (!u_ispunct(c) && !u_hasBinaryProperty(c, UCHAR_WHITE_SPACE)))
            return false;
        isAny = true;
    }
    return isAny;
}

/// Whether a piece says by itself that it goes on with the word before.
bool continues(const std::string &piece, PieceMark mark)
{
    if (mark == PieceMark::None)
        return false;
    const std::string appended = givenSpellingOf(mark).appended(piece);
    return !appended.starts_with(' ') && !isGivenPunctuation(appended);
}

bool isGivenSpecial(const ImportedTexts &given, std::size_t position)
{
    return std::binary_search(given.special.begin(), given.special.end(), int(position));
}

bool isMaskToken(const std::string &text)
{
    return text == "[MASK]" || text == "<mask>";
}

bool isOneGivenWord(const Token &a, const Token &b)
{
    return a.word >= 0 && a.word == b.word && !a.isSpecial && !b.isSpecial;
}

const std::string &shownGiven(const Token &token)
{
    return token.label.empty() ? token.text : token.label;
}

/// Whether bytes are UTF-8 without control characters other than white space.
bool isGivenText(std::string_view bytes)
{
    const auto length = int64_t(bytes.size());
    for (int64_t at = 0; at < length;) {
        UChar32 c = 0;
        U8_NEXT(bytes.data(), at, length, c);
        if (c < 0 || (u_charType(c) == U_CONTROL_CHAR && !u_isUWhiteSpace(c)))
            return false;
    }
    return true;
}

/// Writes the word that the tokens from `first` up to `end` make, without spaces at its ends: the parts that they add
/// to a text, or their labels where those make no line of text (half a character, a line break).
void writeGivenWord(Tokens &tokens, std::size_t first, std::size_t end, const std::vector<std::string> &parts)
{
    std::string word;
    for (std::size_t i = first; i < end; ++i)
        word += parts[i];
    const std::size_t begin = word.find_first_not_of(' ');
    const bool isLine =
        begin != std::string::npos && isGivenText(word) && word.find_first_of("\t\n\v\f\r") == std::string::npos;
    const std::size_t last = word.find_last_not_of(' ') + 1;
    const std::size_t start = tokens.normalized.size();
    const auto place = [&](std::size_t at) { return start + std::clamp(at, begin, last) - begin; };
    std::size_t at = 0;
    for (std::size_t i = first; i < end; ++i) {
        Token &token = tokens.tokens[i];
        token.begin = isLine ? place(at) : tokens.normalized.size();
        if (!isLine)
            tokens.normalized += shownGiven(token);
        at += parts[i].size();
        token.end = isLine ? place(at) : tokens.normalized.size();
    }
    if (isLine)
        tokens.normalized += word.substr(begin, last - begin);
}

/// The text, and where each token stands in it: words apart, their pieces together.
void writeGivenText(Tokens &tokens, const std::vector<std::string> &parts)
{
    std::vector<Token> &all = tokens.tokens;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i + 1;
        while (end < all.size() && isOneGivenWord(all[end - 1], all[end]))
            ++end;
        if (all[i].isAdded) {
            all[i].begin = all[i].end = tokens.normalized.size();
        } else {
            if (!tokens.normalized.empty() && !isGivenPunctuation(shownGiven(all[i])))
                tokens.normalized += ' ';
            writeGivenWord(tokens, i, end, parts);
        }
        i = end;
    }
}

} // namespace

PieceMark markOf(const ImportedTexts &given)
{
    std::string bytes;
    bool hasSpace = false;
    for (std::size_t i = 0; i < given.texts.size(); ++i) {
        if (isGivenSpecial(given, i))
            continue;
        const MappedText characters = mappedText(given.texts[i]);
        for (const MappedChar &mapped : characters) {
            const std::optional<std::uint8_t> byte = characterByte(mapped.c);
            if (!byte)
                return PieceMark::None;
            bytes += char(*byte);
        }
        hasSpace |= !characters.empty() && characters.front().c == byteCharacter(' ');
    }
    // A sentence may be cut off within a character.
    auto length = int32_t(bytes.size());
    U8_TRUNCATE_IF_INCOMPLETE(reinterpret_cast<const std::uint8_t *>(bytes.data()), 0, length);
    bytes.resize(std::size_t(length));
    const bool isAscii = std::all_of(bytes.begin(), bytes.end(), [](char byte) { return U8_IS_SINGLE(byte); });
    return (hasSpace || !isAscii) && isGivenText(bytes) ? PieceMark::Bytes : PieceMark::None;
}

Tokens importedTokens(const ImportedTexts &given)
{
    const PieceSpelling spelling = givenSpellingOf(given.mark);
    Tokens tokens;
    std::vector<std::string> parts; // what each adds to a text
    int word = -1;
    bool canContinue = false; // the token before is part of a word
    for (std::size_t i = 0; i < given.texts.size(); ++i) {
        const std::string &text = given.texts[i];
        Token token{text, 0, 0};
        token.isSpecial = isGivenSpecial(given, i);
        token.isMask = token.isSpecial && isMaskToken(text);
        token.isAdded = token.isSpecial && !token.isMask;
        std::string label = token.isSpecial ? visibleText(text) : spelling.label(text);
        if (!token.isSpecial) {
            if (!(canContinue && continues(text, given.mark)))
                ++word;
            token.word = given.mark == PieceMark::None ? -1 : word;
        }
        canContinue = !token.isSpecial && !isGivenPunctuation(label);
        if (!given.words.empty())
            token.word = given.words[i];
        if (!given.labels.empty())
            label = given.labels[i];
        // Pieces of WordPiece do not say where spaces are.
        const bool isSpaced = !token.isSpecial && given.labels.empty() && given.mark != PieceMark::Continued;
        parts.push_back(isSpaced ? spelling.appended(text) : label);
        if (label != text)
            token.label = std::move(label);
        tokens.tokens.push_back(std::move(token));
    }
    writeGivenText(tokens, parts);
    return tokens;
}

} // namespace regard

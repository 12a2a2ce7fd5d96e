#include "text/given_tokens.h"

#include <algorithm>
#include <string_view>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

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
    return {PieceSpelling::Style::Continued, {}};
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

bool isMaskToken(const std::string &text)
{
    return text == "[MASK]" || text == "<mask>";
}

/// The text, and where each token stands in it: words apart, their pieces together.
void writeText(Tokens &tokens)
{
    tokens.normalized.clear();
    const Token *before = nullptr;
    for (Token &token : tokens.tokens) {
        if (!token.isAdded) {
            const bool isOneWord = before && before->word >= 0 && before->word == token.word;
            const std::string &label = token.label.empty() ? token.text : token.label;
            if (before && !isOneWord && !isGivenPunctuation(label))
                tokens.normalized += ' ';
            before = &token;
        }
        token.begin = tokens.normalized.size();
        if (!token.isAdded)
            tokens.normalized += token.label.empty() ? token.text : token.label;
        token.end = tokens.normalized.size();
    }
}

} // namespace

Tokens givenTokens(const std::vector<std::string> &texts, PieceMark mark, const std::vector<int> &special)
{
    const PieceSpelling spelling = givenSpellingOf(mark);
    Tokens tokens;
    int word = -1;
    bool canContinue = false; // the token before is part of a word
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Token token{texts[i], 0, 0};
        token.isSpecial = std::find(special.begin(), special.end(), int(i)) != special.end();
        token.isMask = token.isSpecial && isMaskToken(texts[i]);
        token.isAdded = token.isSpecial && !token.isMask;
        if (!token.isSpecial) {
            if (!(canContinue && continues(texts[i], mark)))
                ++word;
            token.word = mark == PieceMark::None ? -1 : word;
            if (std::string label = spelling.label(texts[i]); label != texts[i])
                token.label = std::move(label);
        }
        const std::string &label = token.label.empty() ? token.text : token.label;
        canContinue = !token.isSpecial && !isGivenPunctuation(label);
        tokens.tokens.push_back(std::move(token));
    }
    writeText(tokens);
    return tokens;
}

void setWords(Tokens &tokens, const std::vector<int> &words)
{
    for (std::size_t i = 0; i < std::min(words.size(), tokens.tokens.size()); ++i)
        tokens.tokens[i].word = words[i];
    writeText(tokens);
}

} // namespace regard

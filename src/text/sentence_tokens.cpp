#include "text/sentence_tokens.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <unicode/uchar.h>

#include "text/base/mapped_text.h"

namespace regard {

namespace {

constexpr char32_t sentenceTokensWordMark = 0x2581; // ▁

bool beginsWord(const Token &token)
{
    const MappedText text = mappedText(token.text);
    return !text.empty() && text.front().c == sentenceTokensWordMark;
}

/// Whether a token consists of punctuation marks alone, apart from the ▁ before them.
bool isPunctuation(const Token &token)
{
    bool any = false;
    for (const MappedChar &mapped : mappedText(token.text)) {
        if (mapped.c == sentenceTokensWordMark)
            continue;
        if (!u_ispunct(UChar32(mapped.c)))
            return false;
        any = true;
    }
    return any;
}

} // namespace

Tokens filledTemplate(const std::vector<TemplatePiece> &pieces, const std::vector<std::string> &vocabulary,
                      const SentenceTokens &first, const SentenceTokens *second)
{
    Tokens result;
    result.normalized = first.read.normalized;
    if (second)
        result.normalized += "\n" + second->read.normalized;
    std::size_t place = 0;
    int sentence = 0;
    for (const TemplatePiece &piece : pieces) {
        if (piece.kind == TemplatePiece::Kind::Token) {
            Token token{vocabulary[std::size_t(piece.id)], place, place};
            token.sentence = sentence;
            token.type = piece.type;
            token.isSpecial = true;
            token.isAdded = true;
            result.tokens.push_back(std::move(token));
            continue;
        }
        const bool isSecond = piece.kind == TemplatePiece::Kind::Second && second;
        const SentenceTokens &filled = isSecond ? *second : first;
        const std::size_t shift = isSecond ? first.read.normalized.size() + 1 : 0;
        sentence = isSecond ? 1 : 0;
        for (Token token : filled.read.tokens) {
            token.begin += shift;
            token.end += shift;
            if (token.word >= 0 && isSecond)
                token.word += first.words;
            token.sentence = sentence;
            token.type = piece.type;
            result.tokens.push_back(std::move(token));
        }
        place = shift + filled.read.normalized.size();
    }
    return result;
}

void trimPlace(Token &token, const std::string &text)
{
    std::size_t begin = token.end;
    std::size_t end = token.begin;
    for (const MappedChar &mapped : mappedText(std::string_view(text).substr(token.begin, token.end - token.begin))) {
        if (isUnicodeSpace(mapped.c))
            continue;
        begin = std::min(begin, token.begin + mapped.begin);
        end = token.begin + mapped.end;
    }
    if (begin >= end)
        return;
    token.begin = begin;
    token.end = end;
}

void numberMarkedWords(SentenceTokens &sentence)
{
    int words = 0;
    int before = -1; // the number that the token before had
    bool isOver = true;
    for (Token &token : sentence.read.tokens) {
        const bool alone = token.isSpecial || isPunctuation(token);
        if (isOver || alone || token.word != before || beginsWord(token))
            ++words;
        before = std::exchange(token.word, words - 1);
        isOver = alone;
    }
    sentence.words = words;
}

} // namespace regard

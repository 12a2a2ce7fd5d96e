#pragma once

#include <string>
#include <vector>

#include "text/tokenizer.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// One sentence's tokens before the template. Tokens::normalized is the sentence as read.
struct SentenceTokens {
    Tokens read;
    int words = 0; ///< the tokens' words are 0 … words − 1
};

/// What a template makes of a sentence, or of two (`second` may be null where the template has one). The place of a
/// token that it adds is the end of the sentence before it.
Tokens filledTemplate(const std::vector<TemplatePiece> &pieces, const std::vector<std::string> &vocabulary,
                      const SentenceTokens &first, const SentenceTokens *second);

/// Leaves white space at a token's ends out of its place in the text; a token of white space alone keeps it.
void trimPlace(Token &token, const std::string &text);

/// Numbers words where the tokens' marks show them too: tokens of different words stay apart, ▁ begins a word, and so
/// does what follows a token that is special or punctuation alone; each of these is a word of its own.
void numberMarkedWords(SentenceTokens &sentence);

} // namespace regard

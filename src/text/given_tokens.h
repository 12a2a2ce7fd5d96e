#pragma once

#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard {

/// The tokens of a source and a target that no tokenizer here made: those of a file of attention. Never change.
struct GivenTokens {
    Tokens source;
    Tokens target;
};

/// How somebody else's tokenizer marks where words begin.
enum class PieceMark {
    None,      ///< every token is a word
    Continued, ///< `##ness` continues a word
    Bytes,     ///< `Ġ` is a space before a word, in GPT-2's alphabet of bytes
    Marked,    ///< `▁` is a space before a word
};

/// Tokens that were given as texts, `special` at those positions. Words follow from the mark: a piece without it
/// continues the word before, but punctuation, and what comes after it, does not. Tokens::normalized is the text that
/// they make; labels are as a window shows pieces. Positions beyond the end are left out.
Tokens givenTokens(const std::vector<std::string> &texts, PieceMark mark, const std::vector<int> &special);

/// Puts the text together anew from words that were given: `words` has the number of each token's word, −1 for one of
/// its own.
void setWords(Tokens &tokens, const std::vector<int> &words);

} // namespace regard

#pragma once

#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard {

/// The tokens of a source and a target that no tokenizer here made: those of a file of attention. Never change.
struct ImportedTokens {
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

/// How the tokens of one side are given.
struct ImportedTexts {
    std::vector<std::string> texts;
    PieceMark mark = PieceMark::None;
    std::vector<int> special{};        ///< positions, ascending
    std::vector<std::string> labels{}; ///< how each is shown; empty: as the mark says
    std::vector<int> words{};          ///< the number of each token's word, −1 for one of its own; empty: by the mark
};

/// The mark of tokens of which nothing is said: Bytes where every character of those that are not special is one of
/// GPT-2's alphabet and together they are text in UTF-8, with a space before some token or a character beyond ASCII.
PieceMark markOf(const ImportedTexts &given);

/// The tokens. By the mark, a piece without it continues the word before, but punctuation, and what comes after it,
/// does not. Tokens::normalized is the text that they make.
Tokens importedTokens(const ImportedTexts &given);

} // namespace regard

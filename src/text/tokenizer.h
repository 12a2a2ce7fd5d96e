#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace regard {

enum class Tokenizer {
    Words,      ///< ICU word boundaries: words, numbers, punctuation marks; a hyphen between letters joins;
                ///< special tokens such as <s> and [SEP] stay whole; Chinese and Japanese by dictionary
    Whitespace, ///< whatever is between white space
    Characters, ///< grapheme clusters, white space among them; special tokens such as <s> stay whole
    Checkpoint, ///< the checkpoint's own (text/trained_tokenizer.h)
};

/// One token and where it is in the text that was tokenised.
struct Token {
    std::string text;  ///< UTF-8, NFC, no control characters
    std::size_t begin; ///< byte offset into the normalised text
    std::size_t end;
    // A trained tokenizer sets these.
    std::string label{};    ///< how a window shows it; empty: as it is spelled
    int word = -1;          ///< pieces of one word share a number, counted from 0; −1: a word of its own
    int sentence = 0;       ///< 0, or 1 in the second sentence of a pair; a separator belongs to what it ends
    int type = 0;           ///< row of the model's `token_type`
    bool isSpecial = false; ///< [CLS], </s>, <|endoftext|>: typed, or put there by the tokenizer
    bool isAdded = false;   ///< put there by the tokenizer; begin and end are its place in between
    bool isMask = false;    ///< [MASK], <mask>: typed for a word that the model is to guess; special too
};

struct Tokens {
    /// The text as read: NFC; control characters, bidi marks and invalid bytes as spaces, soft hyphens left out.
    std::string normalized;
    std::vector<Token> tokens;
};

/// The text of each token.
std::vector<std::string> textsOf(const Tokens &tokens);

/// Splits UTF-8 text; white space is a token of Tokenizer::Characters alone, labelled ␣. Emoji sequences stay whole.
/// Never throws on any bytes. Tokenizer::Checkpoint splits as Words do here, where there is no checkpoint.
Tokens tokenize(std::string_view text, Tokenizer tokenizer);

/// True where most letters are Han, kana or hangul: links then read better side by side than one above the other.
bool isMostlyCjk(std::string_view text);

} // namespace regard

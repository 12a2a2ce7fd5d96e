#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace regard {

enum class Tokenizer {
    Words,      ///< ICU word boundaries: words, numbers, punctuation marks; a hyphen between letters joins;
                ///< special tokens such as <s> and [SEP] stay whole; Chinese and Japanese by dictionary
    Whitespace, ///< whatever stands between white space
};

/// One token and where it stands in the text that was tokenised.
struct Token {
    std::string text;  ///< UTF-8, NFC, no control characters
    std::size_t begin; ///< byte offset into the normalised text
    std::size_t end;
};

struct Tokens {
    /// The text as read: NFC; control characters, bidi marks and invalid bytes as spaces, soft hyphens left out.
    std::string normalized;
    std::vector<Token> tokens;
};

/// Splits UTF-8 text; white space is never a token. Emoji sequences stay whole. Never throws on any bytes.
Tokens tokenize(std::string_view text, Tokenizer tokenizer);

/// True where most letters are Han, kana or hangul: links then read better side by side than one above the other.
bool isMostlyCjk(std::string_view text);

} // namespace regard

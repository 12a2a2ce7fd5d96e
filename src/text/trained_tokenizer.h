#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace regard {

/// The languages that a translator's sentences are marked with.
struct TokenizerLanguages {
    std::vector<std::string> codes{}; ///< in the order of their tokens; empty: nothing marks sentences
    std::string source{};             ///< of a sentence whose language nobody chooses
    std::string target{};             ///< of what the decoder reads; empty: the source's
};

/// A tokenizer that was trained with a model, as a checkpoint folder ships it. Never changes; takes any bytes, which it
/// reads as Tokens::normalized says. Throws only where a regular expression of its files takes too long.
class TrainedTokenizer {
public:
    virtual ~TrainedTokenizer() = default;

    /// `WordPiece`, `Unigram`, `byte-level BPE`, `SentencePiece`, `BPE with byte fallback`.
    virtual std::string kind() const = 0;
    /// Every token by its id, special ones included; an id without a token has an empty text.
    virtual const std::vector<std::string> &vocabulary() const = 0;
    /// What encodeTarget() gives by its id; the very same object where there is one vocabulary.
    virtual const std::vector<std::string> &targetVocabulary() const { return vocabulary(); }
    virtual const TokenizerLanguages &languages() const;

    /// One sentence with the special tokens that the files put around it; of languages() one may be named, else it is
    /// the usual one.
    virtual Tokens encode(std::string_view text, std::string_view language = {}) const = 0;
    /// What the decoder beside an encoder reads; differs where the files have a tokenizer of their own for it, or
    /// another language.
    virtual Tokens encodeTarget(std::string_view text, std::string_view language = {}) const
    {
        return encode(text, language);
    }
    /// Two sentences with what the files put around and between them. Tokens::normalized holds both, with a line break
    /// between them.
    virtual Tokens encodePair(std::string_view first, std::string_view second) const = 0;

    /// What a token adds to the end of a text: " cat" of `Ġcat`, "ness" of `##ness`. Special tokens add their own
    /// spelling.
    virtual std::string appended(const std::string &token) const = 0;
    /// How a window shows a token: without the marks of pieces, bytes as the characters that they make.
    virtual std::string label(const std::string &token) const = 0;
    virtual bool isSpecial(const std::string &token) const = 0;

    /// The spelling of special tokens that the files name; empty: none.
    virtual std::string maskToken() const = 0;
    virtual std::string endToken() const = 0;
    virtual std::string padToken() const = 0;
};

inline const TokenizerLanguages &TrainedTokenizer::languages() const
{
    static const TokenizerLanguages none;
    return none;
}

} // namespace regard

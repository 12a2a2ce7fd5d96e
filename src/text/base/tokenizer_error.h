#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace regard {

/// What is wrong with a tokenizer's files, as plain data; io makes a sentence of it that names the file.
class TokenizerError : public std::exception {
public:
    enum class Kind {
        TokenTwice,     ///< the token, both ids
        MergeUnknown,   ///< the merge's number from 1, its two parts, the piece that the vocabulary lacks
        UnknownMissing, ///< the token for unknown words, which the vocabulary lacks
        AddedElsewhere, ///< the added token, its id, the id that the vocabulary gives it; −1 where it has none
        TemplateBeyond, ///< the id in the template, the size of the vocabulary
        SentencePiece,  ///< what libsentencepiece says
        Damaged,        ///< bytes that are no SentencePiece model to their end, or point beyond it
        NoPieces,       ///< a SentencePiece model without a piece
        Replacements,   ///< a table of replacements that cannot be followed
        Expression,     ///< the regular expression, what in it is not supported
        ExpressionTime, ///< the regular expression, whose matches take too long
    };

    TokenizerError(Kind kind, std::vector<std::string> parts) : m_kind(kind), m_parts(std::move(parts)) {}

    const char *what() const noexcept override { return "a tokenizer's files do not fit together"; }
    Kind kind() const { return m_kind; }
    const std::vector<std::string> &parts() const { return m_parts; }

private:
    Kind m_kind;
    std::vector<std::string> m_parts;
};

} // namespace regard

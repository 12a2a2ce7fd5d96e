#pragma once

#include <memory>
#include <string>

#include "text/imported_tokens.h"
#include "text/tokenizer.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// Two sentences as they are typed, and what makes tokens of them.
struct SentenceTexts {
    std::string source;
    std::string target;
    Tokenizer tokenizer = Tokenizer::Words;
    std::shared_ptr<const TrainedTokenizer> trained{}; ///< that Tokenizer::Checkpoint means; null: none
    bool canPair = false;                              ///< whether that tokenizer's model reads two sentences as one
    /// Codes of the languages that a translator's tokenizer marks the sentences with; empty: as its files say.
    std::string sourceLanguage{};
    std::string targetLanguage{};
    /// Tokens that the texts are said to have, whatever the tokenizer: those of a file of attention; null: none.
    std::shared_ptr<const ImportedTokens> given{};
};

/// Whether the target would be, or is, the second sentence of a pair: more than white space.
bool takesPair(const SentenceTexts &texts);
bool readsPair(const SentenceTexts &texts);

/// The codes that count, of a tokenizer that marks languages; else empty.
std::string sourceLanguage(const SentenceTexts &texts);
std::string targetLanguage(const SentenceTexts &texts);

/// The tokens of the source, of a pair those of both. A sentence with no tokens of its own, only those that a tokenizer
/// adds, has none.
Tokens sourceTokens(const SentenceTexts &texts);
/// The tokens of the target by itself; none where only a tokenizer's own would remain.
Tokens targetTokens(const SentenceTexts &texts);

} // namespace regard

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "text/sentence_piece_file.h"
#include "text/tokenizer_definition.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// Throws TokenizerError where the bytes are no SentencePiece model.
SentencePieceInventory readSentencePieces(const std::string &model);

/// Everything that the files of a SentencePiece tokenizer say.
struct SentencePieceDefinition {
    std::string source;                  ///< the model file's bytes
    std::string target{};                ///< of the decoder's own model; empty: the same
    std::vector<std::string> vocabulary; ///< by id; pieces that are not in it are `unknown`
    std::string unknown{};
    std::vector<AddedToken> added{};
    bool languageCodes = false; ///< `>>fr<<` at the beginning of a text is one token
    std::vector<TemplatePiece> single{{TemplatePiece::Kind::First, 0, 0}};
    std::vector<TemplatePiece> pair{{TemplatePiece::Kind::First, 0, 0}, {TemplatePiece::Kind::Second, 0, 1}};
    LanguageMarks languages{};                   ///< in place of `single` and `pair`, where there are any
    std::vector<std::string> targetVocabulary{}; ///< of what a decoder reads; empty: the same
    std::string maskToken{};
    std::string endToken{};
    std::string padToken{};
};

/// The tokenizer that a SentencePiece model defines, cut by libsentencepiece.
/// Throws TokenizerError where the definition does not fit together.
std::shared_ptr<const TrainedTokenizer> makeSentencePieceTokenizer(SentencePieceDefinition definition);

} // namespace regard

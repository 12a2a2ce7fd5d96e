#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "text/sentence_piece_tokenizer.h"
#include "text/tokenizer_definition.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// The tokenizer of a definition that a file gave. Throws FileError(name, …) where the definition does not fit
/// together.
std::shared_ptr<const TrainedTokenizer> builtTokenizer(TokenizerDefinition definition, const std::string &name);
std::shared_ptr<const TrainedTokenizer> builtTokenizer(SentencePieceDefinition definition, const std::string &name);

/// The pieces of a SentencePiece model. Throws FileError(name, …) where the bytes are not one.
SentencePieceInventory sentencePieces(const std::string &model, const std::string &name);

/// mergesOfPieces(). Throws FileError(name, …) where a piece stands twice.
std::vector<std::pair<std::string, std::string>> pieceMerges(const std::vector<std::string> &pieces,
                                                             const std::string &name);
std::vector<std::pair<std::string, std::string>> pieceMerges(const SentencePieceInventory &inventory,
                                                             const std::string &name);

} // namespace regard

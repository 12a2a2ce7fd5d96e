#pragma once

#include <cstddef>
#include <vector>

#include "text/piece_table.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// Throws TokenizerError where an added token is not in the vocabulary under its id.
void requireAddedTokens(const std::vector<AddedToken> &added, const PieceTable &table);

/// Throws TokenizerError where a template names an id beyond the vocabulary.
void requireTemplate(const std::vector<TemplatePiece> &pieces, std::size_t vocabulary);

} // namespace regard

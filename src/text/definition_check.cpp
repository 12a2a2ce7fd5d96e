#include "text/definition_check.h"

#include <string>

#include "text/base/tokenizer_error.h"

namespace regard {

void requireAddedTokens(const std::vector<AddedToken> &added, const PieceTable &table)
{
    for (const AddedToken &token : added) {
        if (const int id = table.find(token.text); id == PieceTable::none || id != token.id)
            throw TokenizerError(TokenizerError::Kind::AddedElsewhere,
                                 {token.text, std::to_string(token.id), std::to_string(id)});
    }
}

void requireTemplate(const std::vector<TemplatePiece> &pieces, std::size_t vocabulary)
{
    for (const TemplatePiece &piece : pieces) {
        const bool isToken = piece.kind == TemplatePiece::Kind::Token;
        if (isToken && (piece.id < 0 || std::size_t(piece.id) >= vocabulary))
            throw TokenizerError(TokenizerError::Kind::TemplateBeyond,
                                 {std::to_string(piece.id), std::to_string(vocabulary)});
    }
}

} // namespace regard

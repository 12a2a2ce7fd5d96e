#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "text/base/mapped_text.h"
#include "text/model_piece.h"
#include "text/piece_table.h"

namespace regard {

/// WordPiece: a word is cut into the longest tokens of the vocabulary from its beginning on; those that continue it
/// carry a prefix. A word that cannot be spelled is unknown as a whole. Devlin et al. 2019.
class WordPieces {
public:
    /// The table must outlive it. Throws TokenizerError where the vocabulary has no unknown token.
    WordPieces(const PieceTable &table, std::string continuation, const std::string &unknown, std::size_t longestWord);

    /// Adds the word's pieces.
    void split(const MappedText &word, std::vector<ModelPiece> &pieces) const;

private:
    const PieceTable &m_table;
    std::string m_continuation;
    int m_unknown;
    std::size_t m_longestWord; ///< characters
};

} // namespace regard

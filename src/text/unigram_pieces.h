#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "text/base/mapped_text.h"
#include "text/model_piece.h"
#include "text/piece_table.h"

namespace regard {

/// A unigram language model: of all ways to cut a word into pieces the one with the largest sum of scores, found by
/// Viterbi's algorithm. A character that no piece spells is unknown, at 10 below the lowest score; unknown characters
/// beside each other are one token. Among equals it is the one whose last piece is longest. Kudo 2018.
class UnigramPieces {
public:
    /// The table must outlive it. `scores` of its tokens, by id; `byteFallback`: a run of unknown characters is its
    /// bytes, <0xE4> and the like, where all are known. Throws TokenizerError where the vocabulary lacks the unknown
    /// token.
    UnigramPieces(const PieceTable &table, std::vector<double> scores, const std::string &unknown, bool byteFallback);

    /// Adds the word's pieces.
    void split(const MappedText &word, std::vector<ModelPiece> &pieces) const;

private:
    void addUnknown(const std::string &text, std::size_t begin, std::size_t end, std::vector<ModelPiece> &pieces) const;

    const PieceTable &m_table;
    std::vector<double> m_scores;
    std::vector<int> m_sorted; ///< ids of all pieces by their bytes, so that those with a common beginning are together
    int m_unknown;
    bool m_byteFallback;
    double m_unknownScore = 0;
};

} // namespace regard

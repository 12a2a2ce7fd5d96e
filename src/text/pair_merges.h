#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "text/base/mapped_text.h"
#include "text/model_piece.h"
#include "text/piece_table.h"

namespace regard {

/// Byte-pair encoding: neighbouring pieces of a word are joined, the pair that was learnt first before all others and
/// the leftmost of equals, until no pair can be joined. Sennrich et al. 2016.
class PairMerges {
public:
    struct Options {
        std::string unknown{};        ///< stands for a character that the vocabulary lacks; empty: it is left out
        bool byteFallback = false;    ///< such a character is its bytes, <0xE4> and the like, where they are known
        bool fusesUnknown = false;    ///< a run of such characters is one token
        bool wholeWordsFirst = false; ///< a word that the vocabulary has is not split
    };

    /// The table must outlive it. Throws TokenizerError where a merge or the unknown token is not in the vocabulary.
    PairMerges(const PieceTable &table, const std::vector<std::pair<std::string, std::string>> &merges,
               const Options &options);

    /// Adds the word's pieces. n log n for a word of n characters.
    void split(const MappedText &word, std::vector<ModelPiece> &pieces) const;

private:
    struct Merge {
        std::uint64_t pair = 0; ///< left id, right id
        std::int32_t rank = -1; ///< −1: an empty slot
        std::int32_t merged = 0;
    };
    struct Joining;

    void reserve(std::size_t merges);
    Merge &slotOf(std::uint64_t pair);
    const Merge *find(int left, int right) const;
    std::vector<ModelPiece> characters(const MappedText &word) const;
    bool addBytes(const std::string &character, std::size_t at, std::vector<ModelPiece> &pieces) const;

    const PieceTable &m_table;
    bool m_byteFallback;
    bool m_fusesUnknown;
    bool m_wholeWordsFirst;
    int m_unknown;
    std::array<int, 256> m_bytes{}; ///< ids of <0x00> … <0xFF>
    std::vector<Merge> m_merges;    ///< open addressing; a power of two, at least half of it empty
};

} // namespace regard

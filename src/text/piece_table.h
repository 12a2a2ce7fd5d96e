#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// Tokens by their ids and ids by their tokens.
class PieceTable {
public:
    static constexpr int none = -1;

    /// `addedOnly`: ids that no word is cut into. Throws TokenizerError where a token occurs twice.
    explicit PieceTable(std::vector<std::string> pieces, const std::vector<int> &addedOnly = {});

    /// `none` where the vocabulary has no such token.
    int find(std::string_view piece) const { return m_slots[slotOf(piece)]; }
    /// find() among the pieces that a word is cut into.
    int findPiece(std::string_view piece) const
    {
        const int id = find(piece);
        return id == none || m_isAddedOnly[std::size_t(id)] ? none : id;
    }
    const std::string &at(int id) const { return m_pieces[std::size_t(id)]; }
    const std::vector<std::string> &pieces() const { return m_pieces; }
    /// Bytes of the longest token.
    std::size_t longest() const { return m_longest; }

private:
    std::size_t slotOf(std::string_view piece) const;

    std::vector<std::string> m_pieces;
    std::vector<std::int32_t> m_slots; ///< ids, open addressing; a power of two, at least half of it empty
    std::vector<bool> m_isAddedOnly;
    std::size_t m_longest = 0;
};

} // namespace regard

#include "text/piece_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "text/base/tokenizer_error.h"

namespace regard {

PieceTable::PieceTable(std::vector<std::string> pieces, const std::vector<int> &addedOnly)
    : m_pieces(std::move(pieces)), m_isAddedOnly(m_pieces.size(), false)
{
    for (const int id : addedOnly)
        m_isAddedOnly[std::size_t(id)] = true;
    std::size_t size = 2;
    while (size < 2 * m_pieces.size())
        size *= 2;
    m_slots.assign(size, none);
    for (std::size_t id = 0; id < m_pieces.size(); ++id) {
        const std::string &piece = m_pieces[id];
        std::int32_t &slot = m_slots[slotOf(piece)];
        if (slot != none)
            throw TokenizerError(TokenizerError::Kind::TokenTwice, {piece, std::to_string(slot), std::to_string(id)});
        slot = std::int32_t(id);
        m_longest = std::max(m_longest, piece.size());
    }
}

/// Returns the slot of the piece, or the one where it would be.
std::size_t PieceTable::slotOf(std::string_view piece) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(piece)&mask;
    while (m_slots[slot] != none && m_pieces[std::size_t(m_slots[slot])] != piece)
        slot = (slot + 1) & mask;
    return slot;
}

} // namespace regard

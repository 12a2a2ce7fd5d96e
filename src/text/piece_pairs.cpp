#include "text/piece_pairs.h"

#include <cstddef>
#include <string_view>

#include "text/piece_table.h"

namespace regard {

std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces)
{
    const PieceTable table(pieces);
    std::vector<std::pair<std::string, std::string>> merges;
    for (const std::string_view piece : pieces) {
        for (std::size_t cut = 1; cut < piece.size(); ++cut) {
            const bool insideCharacter = (static_cast<unsigned char>(piece[cut]) & 0xC0) == 0x80;
            if (insideCharacter || table.find(piece.substr(0, cut)) == PieceTable::none ||
                table.find(piece.substr(cut)) == PieceTable::none)
                continue;
            merges.emplace_back(piece.substr(0, cut), piece.substr(cut));
        }
    }
    return merges;
}

} // namespace regard

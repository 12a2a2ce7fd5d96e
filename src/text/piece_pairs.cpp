#include "text/piece_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "text/piece_table.h"

namespace regard {

std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces)
{
    return mergesOfPieces(pieces, std::vector<double>(pieces.size(), 0), std::vector<bool>(pieces.size(), true));
}

std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces,
                                                                const std::vector<double> &scores,
                                                                const std::vector<bool> &isNormal)
{
    const PieceTable table(pieces);
    std::vector<std::size_t> ids;
    for (std::size_t id = 0; id < pieces.size(); ++id)
        if (isNormal[id])
            ids.push_back(id);
    const auto rank = [&](std::size_t id) { return std::isnan(scores[id]) ? 0.0 : -scores[id]; };
    std::stable_sort(ids.begin(), ids.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    const auto isPart = [&](std::string_view text) {
        const int id = table.find(text);
        return id != PieceTable::none && isNormal[std::size_t(id)];
    };
    std::vector<std::pair<std::string, std::string>> merges;
    for (const std::size_t id : ids) {
        const std::string_view piece = pieces[id];
        for (std::size_t cut = 1; cut < piece.size(); ++cut) {
            const bool insideCharacter = (static_cast<unsigned char>(piece[cut]) & 0xC0) == 0x80;
            if (insideCharacter || !isPart(piece.substr(0, cut)) || !isPart(piece.substr(cut)))
                continue;
            merges.emplace_back(piece.substr(0, cut), piece.substr(cut));
        }
    }
    return merges;
}

} // namespace regard

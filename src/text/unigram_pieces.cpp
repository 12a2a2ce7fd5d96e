#include "text/unigram_pieces.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include <unicode/utf8.h>

#include "text/base/byte_alphabet.h"
#include "text/base/tokenizer_error.h"

namespace regard {

namespace {

/// How far an unknown character lies below the lowest score.
constexpr double unknownPenalty = 10;

/// The best way to cut a word up to some byte.
struct BestCut {
    double score = 0;
    std::size_t begin = 0; ///< of its last piece
    int id = PieceTable::none;
    bool isReached = false;

    void consider(double candidate, std::size_t from, int piece)
    {
        if (!isReached || candidate > score)
            *this = {candidate, from, piece, true};
    }
};

} // namespace

UnigramPieces::UnigramPieces(const PieceTable &table, std::vector<double> scores, const std::string &unknown,
                             bool byteFallback)
    : m_table(table), m_scores(std::move(scores)), m_unknown(table.findPiece(unknown)), m_byteFallback(byteFallback)
{
    if (m_unknown == PieceTable::none)
        throw TokenizerError(TokenizerError::Kind::UnknownMissing, {unknown});
    m_scores.resize(table.pieces().size());
    double lowest = std::numeric_limits<double>::infinity();
    for (int id = 0; id < int(m_scores.size()); ++id) {
        if (table.findPiece(table.at(id)) == PieceTable::none)
            continue;
        m_sorted.push_back(id);
        lowest = std::min(lowest, m_scores[std::size_t(id)]);
    }
    std::sort(m_sorted.begin(), m_sorted.end(), [&](int a, int b) { return table.at(a) < table.at(b); });
    m_unknownScore = lowest - unknownPenalty;
}

void UnigramPieces::split(const MappedText &word, std::vector<ModelPiece> &pieces) const
{
    const std::string text = utf8Of(word, 0, word.size());
    std::vector<std::size_t> characters(text.size() + 1, 0); // of each byte where one begins, and of the end
    std::vector<BestCut> cuts(text.size() + 1);
    for (std::size_t i = 0, at = 0; i < word.size(); ++i) {
        const std::size_t characterEnd = at + std::size_t(U8_LENGTH(word[i].c));
        const double score = cuts[at].score;
        bool isKnown = false;
        // The pieces that begin as the text does here, fewer with each byte of it.
        auto first = m_sorted.begin();
        auto last = m_sorted.end();
        for (std::size_t depth = 0; at + depth < text.size() && first != last; ++depth) {
            const auto byteOf = [&](int id) {
                const std::string &piece = m_table.at(id);
                return depth < piece.size() ? int(static_cast<unsigned char>(piece[depth])) : -1;
            };
            const int byte = static_cast<unsigned char>(text[at + depth]);
            first = std::partition_point(first, last, [&](int id) { return byteOf(id) < byte; });
            last = std::partition_point(first, last, [&](int id) { return byteOf(id) == byte; });
            if (first == last || m_table.at(*first).size() != depth + 1)
                continue;
            const std::size_t end = at + depth + 1;
            cuts[end].consider(score + m_scores[std::size_t(*first)], at, *first);
            isKnown = isKnown || end == characterEnd;
        }
        if (!isKnown)
            cuts[characterEnd].consider(score + m_unknownScore, at, m_unknown);
        characters[at] = i;
        at = characterEnd;
    }
    characters[text.size()] = word.size();

    std::vector<ModelPiece> found; // from the last to the first, in bytes
    for (std::size_t end = text.size(); end > 0;) {
        const BestCut &cut = cuts[end];
        if (cut.id == m_unknown && !found.empty() && found.back().id == m_unknown)
            found.back().begin = cut.begin;
        else
            found.push_back({cut.id, cut.begin, end});
        end = cut.begin;
    }
    for (auto piece = found.rbegin(); piece != found.rend(); ++piece) {
        const std::size_t begin = characters[piece->begin];
        const std::size_t end = characters[piece->end];
        if (piece->id == m_unknown)
            addUnknown(text.substr(piece->begin, piece->end - piece->begin), begin, end, pieces);
        else
            pieces.push_back({piece->id, begin, end});
    }
}

void UnigramPieces::addUnknown(const std::string &text, std::size_t begin, std::size_t end,
                               std::vector<ModelPiece> &pieces) const
{
    // A run of unknown characters may be spelled as a piece that lies lower than they do.
    if (const int id = m_table.findPiece(text); id != PieceTable::none) {
        pieces.push_back({id, begin, end});
        return;
    }
    const std::size_t before = pieces.size();
    for (const char byte : text) {
        const int id =
            m_byteFallback ? m_table.findPiece(byteSpelling(static_cast<unsigned char>(byte))) : PieceTable::none;
        if (id == PieceTable::none) {
            pieces.resize(before);
            pieces.push_back({m_unknown, begin, end});
            return;
        }
        pieces.push_back({id, begin, end});
    }
}

} // namespace regard

#include "text/word_pieces.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/base/tokenizer_error.h"

namespace regard {

WordPieces::WordPieces(const PieceTable &table, std::string continuation, const std::string &unknown,
                       std::size_t longestWord)
    : m_table(table), m_continuation(std::move(continuation)), m_unknown(table.findPiece(unknown)),
      m_longestWord(longestWord)
{
    if (m_unknown == PieceTable::none)
        throw TokenizerError(TokenizerError::Kind::UnknownMissing, {unknown});
}

void WordPieces::split(const MappedText &word, std::vector<ModelPiece> &pieces) const
{
    const std::size_t before = pieces.size();
    const auto giveUp = [&] {
        pieces.resize(before);
        pieces.push_back({m_unknown, 0, word.size()});
    };
    if (word.size() > m_longestWord) {
        giveUp();
        return;
    }
    std::string spelled;
    std::vector<std::size_t> ends; // bytes of `spelled` up to each character's end
    for (std::size_t begin = 0; begin < word.size();) {
        spelled = begin > 0 ? m_continuation : std::string();
        ends.clear();
        for (std::size_t i = begin; i < word.size() && spelled.size() < m_table.longest(); ++i) {
            appendUtf8(spelled, word[i].c);
            ends.push_back(spelled.size());
        }
        std::size_t length = ends.size();
        int id = PieceTable::none;
        while (length > 0 && id == PieceTable::none)
            id = m_table.findPiece(std::string_view(spelled).substr(0, ends[--length]));
        if (id == PieceTable::none) {
            giveUp();
            return;
        }
        pieces.push_back({id, begin, begin + length + 1});
        begin += length + 1;
    }
}

} // namespace regard

#include "text/pair_merges.h"

#include <limits>
#include <queue>

#include "text/base/byte_alphabet.h"
#include "text/base/tokenizer_error.h"

namespace regard {

namespace {

std::uint64_t pairOf(int left, int right)
{
    return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

/// Spreads the bits of a pair of ids (Steele et al. 2014, SplitMix64's last step).
std::uint64_t spread(std::uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31);
}

} // namespace

PairMerges::PairMerges(const PieceTable &table, const std::vector<std::pair<std::string, std::string>> &merges,
                       const Options &options)
    : m_table(table), m_byteFallback(options.byteFallback), m_fusesUnknown(options.fusesUnknown),
      m_wholeWordsFirst(options.wholeWordsFirst),
      m_unknown(options.unknown.empty() ? PieceTable::none : table.findPiece(options.unknown))
{
    if (!options.unknown.empty() && m_unknown == PieceTable::none)
        throw TokenizerError(TokenizerError::Kind::UnknownMissing, {options.unknown});
    for (unsigned byte = 0; byte < m_bytes.size(); ++byte)
        m_bytes[byte] = table.findPiece(byteSpelling(std::uint8_t(byte)));
    reserve(merges.size());
    std::string joined;
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        // No structured bindings here: clang 14 captures none in a lambda.
        const std::string &left = merges[rank].first;
        const std::string &right = merges[rank].second;
        joined = left;
        joined += right;
        const auto idOf = [&](const std::string &piece) {
            const int id = table.findPiece(piece);
            if (id == PieceTable::none)
                throw TokenizerError(TokenizerError::Kind::MergeUnknown,
                                     {std::to_string(rank + 1), left, right, piece});
            return id;
        };
        const std::uint64_t pair = pairOf(idOf(left), idOf(right));
        slotOf(pair) = {pair, std::int32_t(rank), idOf(joined)};
    }
}

void PairMerges::reserve(std::size_t merges)
{
    std::size_t size = 2;
    while (size < 2 * merges)
        size *= 2;
    m_merges.assign(size, {});
}

PairMerges::Merge &PairMerges::slotOf(std::uint64_t pair)
{
    const std::size_t mask = m_merges.size() - 1;
    std::size_t slot = spread(pair) & mask;
    while (m_merges[slot].rank >= 0 && m_merges[slot].pair != pair)
        slot = (slot + 1) & mask;
    return m_merges[slot];
}

/// Null where the two never merge.
const PairMerges::Merge *PairMerges::find(int left, int right) const
{
    const std::uint64_t pair = pairOf(left, right);
    const std::size_t mask = m_merges.size() - 1;
    std::size_t slot = spread(pair) & mask;
    while (m_merges[slot].rank >= 0 && m_merges[slot].pair != pair)
        slot = (slot + 1) & mask;
    return m_merges[slot].rank >= 0 ? &m_merges[slot] : nullptr;
}

/// False where the vocabulary lacks one of the bytes.
bool PairMerges::addBytes(const std::string &character, std::size_t at, std::vector<ModelPiece> &pieces) const
{
    for (const char byte : character)
        if (m_bytes[static_cast<unsigned char>(byte)] == PieceTable::none)
            return false;
    for (const char byte : character)
        pieces.push_back({m_bytes[static_cast<unsigned char>(byte)], at, at + 1});
    return true;
}

/// The pieces before any merge.
std::vector<ModelPiece> PairMerges::characters(const MappedText &word) const
{
    std::vector<ModelPiece> pieces;
    pieces.reserve(word.size());
    ModelPiece unknown{m_unknown, 0, 0}; // not yet added; without characters where there is none
    const auto addUnknown = [&] {
        if (unknown.begin < unknown.end)
            pieces.push_back(unknown);
        unknown.begin = unknown.end;
    };
    std::string character;
    for (std::size_t i = 0; i < word.size(); ++i) {
        character.clear();
        appendUtf8(character, word[i].c);
        if (const int id = m_table.findPiece(character); id != PieceTable::none) {
            addUnknown();
            pieces.push_back({id, i, i + 1});
            continue;
        }
        // Bytes do not end a run of unknown characters in the tokenizers library.
        if (m_byteFallback && addBytes(character, i, pieces))
            continue;
        if (m_unknown == PieceTable::none)
            continue;
        if (!m_fusesUnknown || unknown.begin == unknown.end) {
            addUnknown();
            unknown.begin = i;
        }
        unknown.end = i + 1;
    }
    addUnknown();
    return pieces;
}

/// The pieces of a word as a list in which neighbours are joined.
struct PairMerges::Joining {
    static constexpr std::size_t end = std::numeric_limits<std::size_t>::max();

    struct Piece {
        ModelPiece made;
        std::size_t previous;
        std::size_t next;
        bool isThere = true;
    };
    struct Candidate {
        std::int32_t rank;
        std::int32_t merged;
        std::size_t left;

        bool operator<(const Candidate &other) const
        {
            return rank != other.rank ? rank > other.rank : left > other.left;
        }
    };

    explicit Joining(const PairMerges &rules, const std::vector<ModelPiece> &characters) : m_rules(rules)
    {
        pieces.reserve(characters.size());
        for (std::size_t i = 0; i < characters.size(); ++i)
            pieces.push_back({characters[i], i == 0 ? end : i - 1, i + 1 == characters.size() ? end : i + 1});
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
            consider(i);
    }

    void consider(std::size_t left)
    {
        const Piece &piece = pieces[left];
        if (const Merge *merge = m_rules.find(piece.made.id, pieces[piece.next].made.id))
            m_candidates.push({merge->rank, merge->merged, left});
    }

    void run()
    {
        while (!m_candidates.empty()) {
            const Candidate candidate = m_candidates.top();
            m_candidates.pop();
            Piece &left = pieces[candidate.left];
            if (!left.isThere || left.next == end)
                continue;
            Piece &right = pieces[left.next];
            // One of the two may have become another since.
            const Merge *merge = m_rules.find(left.made.id, right.made.id);
            if (!merge || merge->merged != candidate.merged)
                continue;
            left.made = {candidate.merged, left.made.begin, right.made.end};
            right.isThere = false;
            left.next = right.next;
            if (left.next != end) {
                pieces[left.next].previous = candidate.left;
                consider(candidate.left);
            }
            if (left.previous != end)
                consider(left.previous);
        }
    }

    std::vector<Piece> pieces;

private:
    const PairMerges &m_rules;
    std::priority_queue<Candidate> m_candidates;
};

void PairMerges::split(const MappedText &word, std::vector<ModelPiece> &pieces) const
{
    if (m_wholeWordsFirst) {
        if (const int id = m_table.findPiece(utf8Of(word, 0, word.size())); id != PieceTable::none) {
            pieces.push_back({id, 0, word.size()});
            return;
        }
    }
    Joining joining(*this, characters(word));
    joining.run();
    for (const Joining::Piece &piece : joining.pieces)
        if (piece.isThere)
            pieces.push_back(piece.made);
}

} // namespace regard

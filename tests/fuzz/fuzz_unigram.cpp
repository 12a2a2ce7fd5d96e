#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <unicode/utf8.h>

#include "text/base/replacement_table.h"
#include "text/base/tokenizer_error.h"
#include "text/table_form.h"
#include "text/unigram_pieces.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Each line a score, as one byte, and a piece.
struct Pieces {
    std::vector<std::string> texts{"<unk>"};
    std::vector<double> scores{0};

    explicit Pieces(std::string_view lines)
    {
        while (!lines.empty()) {
            const std::size_t end = std::min(lines.find('\n'), lines.size());
            if (end > 1) {
                texts.push_back(validUtf8(lines.substr(1, end - 1)));
                scores.push_back(double(static_cast<signed char>(lines.front())));
            }
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
    }
};

/// The largest sum of scores over all ways to cut the characters, found without a trie.
double bestScore(const Pieces &pieces, const std::string &text)
{
    const double unknown = *std::min_element(pieces.scores.begin(), pieces.scores.end()) - 10;
    std::vector<double> best(text.size() + 1, -std::numeric_limits<double>::infinity());
    best[0] = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        bool isKnown = false;
        const bool isStart = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        const std::size_t next = at + std::size_t(U8_COUNT_TRAIL_BYTES_UNSAFE(std::uint8_t(text[at]))) + 1;
        for (std::size_t i = 0; isStart && i < pieces.texts.size(); ++i) {
            const std::string &piece = pieces.texts[i];
            if (text.compare(at, piece.size(), piece) != 0)
                continue;
            best[at + piece.size()] = std::max(best[at + piece.size()], best[at] + pieces.scores[i]);
            isKnown = isKnown || at + piece.size() == next;
        }
        if (isStart && !isKnown)
            best[next] = std::max(best[next], best[at] + unknown);
    }
    return best.back();
}

/// The pieces cover the word, and no other way to cut it scores higher.
void checkPieces(const Pieces &pieces, const MappedText &word)
{
    const PieceTable table(pieces.texts);
    const UnigramPieces model(table, pieces.scores, "<unk>", false);
    std::vector<ModelPiece> found;
    model.split(word, found);
    const double unknown = *std::min_element(pieces.scores.begin(), pieces.scores.end()) - 10;
    double score = 0;
    std::size_t end = 0;
    for (const ModelPiece &piece : found) {
        require(piece.begin == end && piece.begin < piece.end && piece.end <= word.size());
        const std::string spelled = utf8Of(word, piece.begin, piece.end);
        const bool isUnknown = piece.id == 0;
        require(isUnknown || table.at(piece.id) == spelled);
        // A run of unknown characters that is spelled as a piece becomes that piece.
        const double asUnknown = unknown * double(piece.end - piece.begin);
        score += isUnknown ? asUnknown : std::max(asUnknown, pieces.scores[std::size_t(piece.id)]);
        end = piece.end;
    }
    require(end == word.size());
    const std::string text = utf8Of(word, 0, word.size());
    const bool isPlain = text.find("<unk>") == text.npos; // which is a piece, and counts as an unknown character too
    require(!isPlain || score >= bestScore(pieces, text) - 1e-6);
    std::vector<ModelPiece> bytes;
    UnigramPieces(table, pieces.scores, "<unk>", true).split(word, bytes);
    require(bytes.size() >= found.size());
}

} // namespace

/// A text, a zero, pieces, a second zero, and a table of replacements.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t first = std::min(bytes.find('\0'), size);
    const std::size_t second = std::min(bytes.find('\0', std::min(first + 1, size)), size);
    MappedText text = mappedText(bytes.substr(0, std::min<std::size_t>(first, 500)));
    try {
        if (second + 1 < size)
            text = replacedByTable(text, ReplacementTable(std::string(bytes.substr(second + 1))));
        if (text.size() > 2000)
            text.resize(2000);
        if (first < second)
            checkPieces(Pieces(bytes.substr(first + 1, second - first - 1)), text);
    } catch (const TokenizerError &) {
        return 0; // refused, as most of what a fuzzer makes
    }
    return 0;
}

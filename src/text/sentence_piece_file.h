#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard {

/// What a SentencePiece model holds, as far as tokenizers other than libsentencepiece need it.
struct SentencePieceInventory {
    std::vector<std::string> pieces;         ///< by id
    std::vector<double> scores;              ///< by id
    std::vector<bool> isNormal;              ///< by id; false: whole tokens, the unknown one, bytes
    std::vector<std::pair<int, bool>> added; ///< ids of whole tokens; true: <s> and the like, false: a user's own
    bool isPairMerges = false;               ///< byte-pair encoding
    bool isUnigram = true;                   ///< a unigram model
    std::string replacements{};              ///< the table by which characters are replaced before anything else
    bool addsPrefix = true;                  ///< a space before the text
    bool removesSpaces = true;               ///< at the ends, and of several beside each other all but one
    bool marksSpaces = true;                 ///< spaces become ▁
    bool byteFallback = false;               ///< unknown characters as <0xE4> and the like
    std::string unknown = "<unk>";
    std::vector<std::pair<std::string, std::string>> named{}; ///< `bos_token` and its spelling, and so on
};

/// Reads from the bytes of a SentencePiece model, which libsentencepiece has read, what that library does not tell: the
/// kinds of its pieces, the model's type and its rules. Never throws; truncated bytes end the result early.
SentencePieceInventory inventoryOf(std::string_view model);

/// Whether libsentencepiece may be given the bytes: what it follows in them without looking lies within them, and its
/// pieces are texts.
bool isSoundModel(std::string_view model);

} // namespace regard

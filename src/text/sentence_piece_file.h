#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard {

/// What a SentencePiece model holds, as far as others than libsentencepiece cut texts by it.
struct SentencePieceInventory {
    std::vector<std::string> pieces;         ///< by id
    std::vector<std::pair<int, bool>> added; ///< ids of whole tokens; true: <s> and the like, false: a user's own
    bool isPairMerges = false;               ///< byte-pair encoding; else a unigram model or another
    bool normalizes = false;                 ///< characters are replaced before anything else
    bool byteFallback = false;               ///< unknown characters as <0xE4> and the like
    std::string unknown = "<unk>";
    std::vector<std::pair<std::string, std::string>> named{}; ///< `bos_token` and its spelling, and so on
};

/// What is in the bytes of a SentencePiece model that libsentencepiece has read, and does not tell: the kinds of
/// its pieces, the model's type and its rules. Never throws; bytes that are cut off end what is found.
SentencePieceInventory inventoryOf(std::string_view model);

} // namespace regard

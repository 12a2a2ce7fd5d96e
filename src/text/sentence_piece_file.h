#pragma once

#include <string_view>

#include "text/sentence_piece_tokenizer.h"

namespace regard {

/// What stands in the bytes of a SentencePiece model that libsentencepiece has read, and does not tell: the kinds of
/// its pieces, the model's type and its rules. Never throws; bytes that are cut off end what is found.
SentencePieceInventory inventoryOf(std::string_view model);

} // namespace regard

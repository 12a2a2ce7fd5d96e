#pragma once

#include <string_view>

namespace regard {

/// Whether a SentencePiece model's table of replacements (`precompiled_charsmap`) can be followed: a trie whose ways
/// end within it, and texts that its ends point into, each with a zero behind it. libsentencepiece follows it without
/// looking. An empty one is sound: nothing is replaced.
bool isSoundReplacementTable(std::string_view table);

} // namespace regard

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace regard {

/// Whether a SentencePiece model's table of replacements (`precompiled_charsmap`) can be followed: a trie whose ways
/// end within it, and texts that its ends point into, each with a zero behind it. libsentencepiece follows it without
/// looking. An empty one is sound: nothing is replaced.
bool isSoundReplacementTable(std::string_view table);

/// Such a table, as the tokenizers library's step Precompiled reads it.
class ReplacementTable {
public:
    /// Throws TokenizerError where it cannot be followed, or is empty.
    explicit ReplacementTable(std::string table);

    /// What replaces the shortest beginning of `key` that the table has.
    std::optional<std::string_view> find(std::string_view key) const;
    /// Bytes of the longest replacement.
    std::size_t longest() const { return m_longest; }

private:
    std::string_view trie() const;
    std::string_view texts() const;

    std::string m_table;
    std::size_t m_longest = 0;
};

} // namespace regard

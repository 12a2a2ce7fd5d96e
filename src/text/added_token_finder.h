#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "text/base/mapped_text.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// Finds the tokens that a tokenizer takes out of the text whole, from left to right, the longest first.
class AddedTokenFinder {
public:
    struct Entry {
        MappedText spelling;
        AddedToken token;
    };
    /// A stretch of the text: an added token, or the text between two (null).
    struct Stretch {
        std::size_t begin = 0;
        std::size_t end = 0;
        const AddedToken *token = nullptr;
    };

    explicit AddedTokenFinder(std::vector<Entry> entries);

    /// Stretches that cover the text; none is empty.
    std::vector<Stretch> stretches(const MappedText &text) const;
    bool isEmpty() const { return m_entries.empty(); }

private:
    const Entry *entryAt(const MappedText &text, std::size_t at) const;

    std::vector<Entry> m_entries; ///< the longest first
    std::unordered_map<char32_t, std::vector<std::size_t>> m_byFirst;
};

} // namespace regard

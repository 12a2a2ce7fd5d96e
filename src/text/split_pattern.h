#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/base/mapped_text.h"

namespace regard {

/// The regular expressions by which byte-level tokenizers cut a text into words.
enum class SplitPattern {
    Gpt2,   ///< contractions in lower case; letters, digits or marks with one space before them
    Llama3, ///< contractions in any case; one mark may lead letters; digits by threes; line breaks separate
    Qwen2,  ///< as Llama 3's, each digit separate
};

/// The pattern that a tokenizer's file spells; nothing where it is none of the known ones.
std::optional<SplitPattern> knownSplitPattern(std::string_view expression);

/// How many characters the match at a position has; never 0. Every character belongs to a match.
std::size_t matchLength(SplitPattern pattern, const MappedText &text, std::size_t at);

} // namespace regard

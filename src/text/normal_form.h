#pragma once

#include <vector>

#include "text/base/mapped_text.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// What a tokenizer's files do to the characters before they are split, step by step. Every character that comes out
/// keeps the bytes of the characters that it came from.
MappedText normalForm(MappedText text, const std::vector<NormalStep> &steps);

/// Whether BERT sets a character apart as punctuation: ASCII marks such as $ and ^, and Unicode's class P.
bool isBertPunctuation(char32_t c);

} // namespace regard

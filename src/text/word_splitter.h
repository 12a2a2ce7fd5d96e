#pragma once

#include <vector>

#include "text/base/mapped_text.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// The words that a model cuts into pieces, in order; none is empty.
std::vector<MappedText> splitWords(std::vector<MappedText> texts, const std::vector<SplitStep> &steps);

} // namespace regard

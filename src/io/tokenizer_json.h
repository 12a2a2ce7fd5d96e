#pragma once

#include <string>
#include <string_view>

#include "text/tokenizer_definition.h"

namespace regard {

/// A tokenizer.json as the tokenizers library writes it. Padding and truncation are passed over. Throws
/// FileError(name, …) where it is damaged, and naming what is not supported.
TokenizerDefinition parseTokenizerJson(std::string_view text, const std::string &name);

} // namespace regard

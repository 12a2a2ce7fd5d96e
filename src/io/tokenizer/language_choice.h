#pragma once

#include <string>

#include "text/trained_tokenizer.h"

namespace regard {

/// Why a tokenizer cannot mark a sentence with the language, with a few codes that may be meant, by their names too;
/// empty where it can.
std::string languageFault(const TokenizerLanguages &languages, const std::string &code);

} // namespace regard

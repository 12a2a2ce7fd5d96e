#pragma once

#include <string>

#include "text/trained_tokenizer.h"

namespace regard {

/// Why a tokenizer (null: there is none) cannot mark a sentence with the language, with a few codes that may be meant,
/// by their names too; empty where it can.
std::string languageFault(const TrainedTokenizer *tokenizer, const std::string &code);

} // namespace regard

#pragma once

#include <memory>

#include "text/tokenizer_definition.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// The tokenizer that files define: WordPiece, byte-pair encoding or a unigram model, as the tokenizers library reads
/// them. Throws TokenizerError where the definition does not fit together.
std::shared_ptr<const TrainedTokenizer> makeTokenizer(TokenizerDefinition definition);

} // namespace regard

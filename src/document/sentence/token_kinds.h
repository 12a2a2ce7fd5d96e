#pragma once

#include <string>
#include <vector>

#include "engine/analysis/head_patterns.h"
#include "text/tokenizer.h"

namespace regard {

/// Special tokens as the tokenizer says or as they are spelled (<s>, [SEP]); punctuation: nothing but marks and
/// symbols. One for each of the texts; `tokens` counts where it has as many.
std::vector<TokenKind> tokenKinds(const std::vector<std::string> &texts, const Tokens &tokens);

/// The tokens that are part of the sink (sinkPart()), of the same.
std::vector<bool> sinkTokens(const std::vector<std::string> &texts, const Tokens &tokens);

} // namespace regard

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/tokenizer_definition.h"

namespace regard {

/// The parts of a tokenizer.json that are read. Where the library rebuilds a tokenizer, it ignores the others.
struct TokenizerJsonParts {
    bool steps = true;     ///< normalizer, pre-tokenizer and the model's rules
    bool templates = true; ///< post-processor
};

/// What a tokenizer.json says; the vocabulary is not in order yet.
struct TokenizerJson {
    TokenizerDefinition definition;
    std::vector<std::pair<std::string, std::int64_t>> vocabulary;
    bool hasTemplates = false; ///< there is a post-processor
    /// Where the steps are not read: the table of replacements that the normalizer begins with or lists; else null.
    std::shared_ptr<const ReplacementTable> table{};
};

/// A tokenizer.json as the tokenizers library writes it. Padding and truncation are ignored. Throws FileError(name, …)
/// where it is damaged, and naming what is not supported.
TokenizerJson readTokenizerJson(std::string_view text, const std::string &name, TokenizerJsonParts parts = {});

/// Reads a tokenizer.json and puts its vocabulary in order. Throws as readTokenizerJson().
TokenizerDefinition parseTokenizerJson(std::string_view text, const std::string &name);

} // namespace regard

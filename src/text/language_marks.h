#pragma once

#include <string_view>
#include <vector>

#include "text/tokenizer_definition.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// What a window offers of them.
TokenizerLanguages languagesOf(const LanguageMarks &marks);

/// The template of one sentence in a language, or in the source's usual one where there is no such code; of two
/// sentences, which have nothing between them.
std::vector<TemplatePiece> markedTemplate(const LanguageMarks &marks, std::string_view language, bool isPair = false);

/// Throws TokenizerError where a token is beyond the vocabulary.
void requireLanguages(const LanguageMarks &marks, std::size_t vocabulary);

} // namespace regard

#pragma once

#include <string>
#include <vector>

namespace regard {

/// Which languages a translating tokenizer knows.
enum class LanguageCodes { Mbart, Mbart50, Nllb, M2m, Wmt };

/// Their codes in the order of their tokens.
std::vector<std::string> languageCodes(LanguageCodes codes);

} // namespace regard

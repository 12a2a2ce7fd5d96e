#pragma once

#include <string>

namespace regard {

/// What a language is called in another, by the code that a tokenizer has for it: "German" of `de_DE`, `deu_Latn` and
/// `de` in "en"; with its script where it is written otherwise than usual, "Acehnese (Arabic)" of `ace_Arab`. Empty
/// where ICU has no name for it.
std::string languageName(const std::string &code, const std::string &in);

} // namespace regard

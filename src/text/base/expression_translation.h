#pragma once

#include <string>
#include <string_view>

namespace regard {

/// An expression of Oniguruma in Ruby's syntax as ICU spells what matches the same, for the flags UREGEX_MULTILINE and
/// UREGEX_UNIX_LINES. Throws TokenizerError that names what is not known to mean the same.
std::string translatedExpression(std::string_view expression);

/// What matches the text itself.
std::string quotedExpression(std::string_view text);

} // namespace regard

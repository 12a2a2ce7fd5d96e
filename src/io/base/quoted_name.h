#pragma once

#include <cstddef>
#include <string>

namespace regard {

/// At most `longest` bytes of a text, and "…" where it has more: control characters as spaces, no partial character at
/// the end.
std::string shortened(const std::string &text, std::size_t longest);

/// A name from a file in quotes, short enough for a sentence.
std::string quotedName(const std::string &name, std::size_t longest = 120);

} // namespace regard

#pragma once

#include <cstddef>
#include <string>

namespace regard {

/// Cuts a text to at most `longest` bytes, and "…" where it has more. Control characters become spaces; no partial
/// character stays at the end.
std::string shortened(const std::string &text, std::size_t longest);

/// A name from a file in quotes, short enough for a sentence.
std::string quotedName(const std::string &name, std::size_t longest = 120);

} // namespace regard

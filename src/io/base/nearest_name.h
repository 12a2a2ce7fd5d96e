#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace regard {

/// ` (did you mean "source"?)` for the name that a mistyped one is closest to; empty where none is close.
std::string nearestNameHint(const std::string &mistyped, const std::vector<std::string> &names);

/// Insertions, deletions and replacements between the two (Levenshtein).
std::size_t nameDistance(const std::string &a, const std::string &b);

/// `bert, gpt2, llama`
std::string commaList(const std::vector<std::string> &words);

} // namespace regard

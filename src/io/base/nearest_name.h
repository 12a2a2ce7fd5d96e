#pragma once

#include <string>
#include <vector>

namespace regard {

/// ` (did you mean "source"?)` for the name that a mistyped one is closest to; empty where none is close.
std::string nearestNameHint(const std::string &mistyped, const std::vector<std::string> &names);

/// `bert, gpt2, llama`
std::string commaList(const std::vector<std::string> &words);

} // namespace regard

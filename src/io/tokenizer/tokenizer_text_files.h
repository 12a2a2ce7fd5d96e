#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard {

/// The lines of a vocab.txt; a line's number counted from 0 is its token's id. Throws FileError(name, …) where it is
/// empty or not UTF-8.
std::vector<std::string> parseVocabularyText(std::string_view text, const std::string &name);

/// The merges of a merges.txt: two pieces per line, after a line with `#version`. Throws FileError(name, …) that names
/// the line.
std::vector<std::pair<std::string, std::string>> parseMergesText(std::string_view text, const std::string &name);

} // namespace regard

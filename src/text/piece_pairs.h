#pragma once

#include <string>
#include <utility>
#include <vector>

namespace regard {

/// The merges that a byte-pair vocabulary in order of learning stands for: every way to put a piece together from two
/// others, the earlier piece first and the shorter left part first of equals. SentencePiece's files hold no merges.
std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces);

} // namespace regard

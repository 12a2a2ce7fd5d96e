#pragma once

#include <string>
#include <utility>
#include <vector>

namespace regard {

/// The merges implied by a byte-pair vocabulary in order of learning: every way to join two of its pieces into a third,
/// the earlier piece first and, of equals, the shorter left part first. SentencePiece's files hold no merges.
std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces);

/// The pairs of the pieces that are `isNormal`, in the order of their scores, the highest first.
std::vector<std::pair<std::string, std::string>> mergesOfPieces(const std::vector<std::string> &pieces,
                                                                const std::vector<double> &scores,
                                                                const std::vector<bool> &isNormal);

} // namespace regard

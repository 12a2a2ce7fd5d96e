#pragma once

#include <string>
#include <vector>

namespace regard {

/// Which token of one sentence is which of another: common ends, and between them the longest common subsequence of
/// texts, the earliest of equal ones; so an unchanged sentence stays token for token. Tokens that have no counterpart
/// are new (in the later sentence) or gone (in the earlier one).
struct TokenAlignment {
    std::vector<int> before; ///< of each token of the later sentence its position in the earlier one, −1: new
    std::vector<int> after;  ///< of each token of the earlier sentence its position in the later one, −1: gone

    bool isIdentity() const; ///< no token is new, gone or moved
    bool operator==(const TokenAlignment &) const = default;
};

/// Linear time except for what lies between the common ends: that costs the product of both lengths, in time and in
/// bytes ÷ 8.
TokenAlignment alignTokens(const std::vector<std::string> &before, const std::vector<std::string> &after);

} // namespace regard

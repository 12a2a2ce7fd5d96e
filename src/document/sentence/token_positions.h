#pragma once

#include <vector>

#include "text/tokenizer.h"

namespace regard {

/// Where token positions stand after the text changed: each token goes with its word (engine/token_alignment.h), and a
/// piece of the one word that changed with what that word became. −1: the token is gone.
class TokenPositions {
public:
    TokenPositions(const Tokens &before, const Tokens &after);

    int after(int position) const;
    /// Those of the positions that remain, in the same order.
    std::vector<int> after(const std::vector<int> &positions) const;

    /// The same, but of a token that is gone what came to its place between the words that are left, else the nearest
    /// of these. Tokens that a tokenizer adds do not count. −1 where no word is left.
    int nearest(int position) const;

private:
    std::vector<int> m_after;       ///< of each position before
    std::vector<bool> m_wasSpecial; ///< likewise
    std::vector<bool> m_isSpecial;  ///< of each position after
};

} // namespace regard

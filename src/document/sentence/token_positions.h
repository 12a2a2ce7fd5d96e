#pragma once

#include <vector>

#include "document/sentence/side.h"
#include "text/tokenizer.h"

namespace regard {

/// Finds token positions after the text changed: each token goes with its word (engine/token_alignment.h), and a piece
/// of the one changed word with what that word became. −1: the token is gone.
class TokenPositions {
public:
    TokenPositions(const Tokens &before, const Tokens &after);

    int after(int position) const;
    /// The new positions of those that remain, in the same order.
    std::vector<int> after(const std::vector<int> &positions) const;

    /// The token's new position; for one that is gone that of the token in its place between the remaining words, else
    /// of the nearest remaining one. Tokens that a tokenizer adds do not count. −1 where no word is left.
    int nearest(int position) const;

private:
    std::vector<int> m_after;       ///< by position before
    std::vector<bool> m_wasSpecial; ///< by position before
    std::vector<bool> m_isSpecial;  ///< by position after
};

/// The links and patched rows with their tokens: those of a token that is gone, or that the model's mask hides by then,
/// go.
SideLinks movedLinks(const SideLinks &links, const ModelConfig &config, const TokenPositions &source,
                     const TokenPositions &target);

} // namespace regard

#pragma once

#include <vector>

#include "text/tokenizer.h"

namespace regard {

/// Where token positions stand after the text changed: what is alike at both ends of the sentence keeps its tokens, a
/// token in between keeps its place only where it is the same word there, or where it is a piece of the one word that
/// changed. −1: the token is gone.
class TokenPositions {
public:
    TokenPositions(const Tokens &before, const Tokens &after);

    int after(int position) const;
    /// Those of the positions that remain, in the same order.
    std::vector<int> after(const std::vector<int> &positions) const;

private:
    std::vector<int> m_after; ///< of each position before
};

} // namespace regard

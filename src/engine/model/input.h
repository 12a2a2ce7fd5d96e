#pragma once

#include <string>
#include <vector>

namespace regard {

/// What a pass reads: the tokens of a sentence, and the positions that no query may attend to (padding).
/// Only an encoder-decoder reads the target; a decoder alone reads `tokens` and `masked`.
struct Input {
    std::vector<std::string> tokens{}; ///< the source
    std::vector<int> masked{};         ///< positions of the source, from 0
    std::vector<std::string> target{};
    std::vector<int> maskedTarget{};
    std::vector<int> types{}; ///< row of `token_type` of each source token; empty: 0 for all
    /// How a window shows the tokens, where that is not how files spell them; empty, or one a token.
    std::vector<std::string> labels{};
    std::vector<std::string> targetLabels{};

    bool operator==(const Input &) const = default;
};

} // namespace regard

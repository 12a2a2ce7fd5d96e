#pragma once

#include <string>
#include <vector>

namespace regard {

/// What a pass reads: the tokens of a sentence, and the positions that no query may attend to (padding).
/// The target counts beside an encoder alone; a decoder alone reads `tokens` and `masked`.
struct Input {
    std::vector<std::string> tokens{}; ///< the source
    std::vector<int> masked{};         ///< positions of the source, from 0
    std::vector<std::string> target{};
    std::vector<int> maskedTarget{};

    bool operator==(const Input &) const = default;
};

} // namespace regard

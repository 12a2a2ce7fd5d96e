#pragma once

#include <vector>

namespace regard {

/// A row that the loss passes over, and the answer of nothing.
inline constexpr int notAsked = -1;

/// One sentence to learn from, or two of an encoder-decoder. Tokens are numbers of the task's vocabulary, from 0.
struct TrainingSentence {
    std::vector<int> source{};
    std::vector<int> target{};       ///< what the decoder of an encoder-decoder reads
    std::vector<int> masked{};       ///< positions of the source that no query may attend to, from 0
    std::vector<int> maskedTarget{}; ///< positions of the target that no query may attend to, from 0
    std::vector<int> types{};        ///< row of `token_type` of each source token; empty: 0 for all
    /// The token that is right at each row that is read out: of the target where there are two sentences, else of the
    /// source. notAsked where nothing is asked. A next token, a masked one or any other: the loss is the same.
    std::vector<int> asked{};

    bool operator==(const TrainingSentence &) const = default;
};

} // namespace regard

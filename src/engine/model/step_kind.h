#pragma once

#include <optional>
#include <string>
#include <vector>

namespace regard {

/// The stages of one pass in the order of computation, as a person follows them for one pair of tokens.
enum class StepKind {
    Embed,
    Project,
    Score,
    Scale,
    Mask,
    Softmax,
    Weigh,
    Join,
    AddNorm,
    FeedForward,
    Output,
};

/// The word that files and the command line use: `embed`, `project`, `score`, `scale`, `mask`, `softmax`, `weigh`,
/// `join`, `add_norm`, `feed_forward`, `output`.
const std::string &stepWord(StepKind kind);
/// Nothing for another word.
std::optional<StepKind> stepNamed(const std::string &word);
/// All of them, in order.
const std::vector<std::string> &stepWords();

} // namespace regard

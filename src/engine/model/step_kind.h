#pragma once

namespace regard {

/// The stages of one pass in the order of computation, as followed for one pair of tokens.
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

} // namespace regard

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace regard {

/// Kinds of matrices in a trace's file. Their words are the tensors' names, without their places.
enum class TracePart {
    Input, ///< what the first layer reads, of both sentences
    Q,
    K,
    V,
    Scores,
    Scaled,
    Masked,
    Weights,
    HeadOutput,
    Joined,
    Output,      ///< of blocks and feed-forwards, before residual and norm
    Stream,      ///< the residual stream after each sublayer
    Hidden,      ///< of a feed-forward: what w_2 reads
    StackOutput, ///< of encoder and decoder
    Logits,
    Gates, ///< of a gru or lstm, its candidate with them
    States ///< of recurrent stacks, with a decoder's first state and the states that ask
};

inline constexpr int tracePartCount = 17;

/// Which of them a file holds; tokens stand in every one.
class TraceParts {
public:
    /// Takes all parts.
    TraceParts() = default;
    static TraceParts none();

    bool has(TracePart part) const { return (m_bits >> int(part) & 1U) != 0; }
    bool hasScores() const { return has(TracePart::Scores) || has(TracePart::Scaled) || has(TracePart::Masked); }
    bool hasHeads() const;
    void add(TracePart part) { m_bits |= 1U << int(part); }
    bool areAll() const { return m_bits == TraceParts().m_bits; }

private:
    unsigned m_bits = (1U << tracePartCount) - 1;
};

/// "weights", in the order of TracePart.
const std::vector<std::string> &tracePartWords();
std::optional<TracePart> tracePartNamed(const std::string &word);

} // namespace regard

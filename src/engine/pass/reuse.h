#pragma once

#include <vector>

#include "engine/model/input.h"
#include "engine/model/sublayer.h"
#include "engine/pass/pass_options.h"
#include "engine/pass/sublayer_reuse.h"

namespace regard {

/// Compares a running pass with an earlier one. The arguments must outlive it.
class PassComparison {
public:
    /// Compares with the earlier pass; nothing is the same where options name none.
    PassComparison(const Model &model, const Input &input, const PassOptions &options);

    /// Whether there is anything to compare with.
    bool canCompare() const { return m_previous && m_previousModel; }

    /// Whether the source's, or the target's, rows, positions and input are as they were.
    bool sameSource() const { return m_sameSource; }
    bool sameTarget() const { return m_sameTarget; }
    /// Whether the earlier pass had this sublayer.
    bool hadSublayer(const Sublayer &sublayer) const;
    /// The parts of it that stay, given whether its streams are the same; the masks are compared here.
    SublayerReuse sublayer(const Sublayer &sublayer, bool sameStream, bool sameKeys) const;
    /// Whether the sentence that a stack reads has the same masks.
    bool sameMasks(Stack stack) const;
    bool sameTokens(Stack stack) const;
    /// Whether the final norm of a stack is as it was.
    bool sameFinalNorm(Stack stack) const;
    /// Whether the output layer is as it was.
    bool sameOutputLayer() const;

private:
    bool sameWeight(const std::string &name) const;
    bool sameDraws() const;
    bool sameEmbedding(const std::vector<std::string> &tokens, bool isTarget) const;
    bool samePositions(Stack stack) const;
    bool sameTypes() const;
    bool sameEntry(Stack stack) const;
    bool sameTransform() const;
    bool sameOutputWeights() const;

    const Model &m_model;
    const Input &m_input;
    const Trace *m_previous;
    const Model *m_previousModel;
    bool m_sameSource = false;
    bool m_sameTarget = false;
};

/// What a pass will reuse of an earlier one, assuming that everything computed again comes out differently.
struct Reuse {
    bool source = false;                ///< the source's rows, positions and input
    bool target = false;                ///< the target's
    std::vector<SublayerReuse> encoder; ///< one each of sublayersOf(); none without the stack
    std::vector<SublayerReuse> decoder; ///< one each of sublayersOf(); none without the stack
    bool encoderOutput = false;
    bool decoderOutput = false;
    bool logits = false;
};

/// Nothing where options name no earlier pass.
Reuse reuseOf(const Model &model, const Input &input, const PassOptions &options);

} // namespace regard

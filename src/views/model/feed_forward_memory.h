#pragma once

#include "engine/model/model.h"
#include "engine/model/stack.h"

namespace regard {

/// Remembers the size of feed-forwards that are switched off, so that switching on brings them back as they were.
class FeedForwardMemory {
public:
    /// Forgets all, for another model.
    void forget();
    /// Notes a configuration; must be called with every one that the model takes.
    void note(const ModelConfig &config);

    /// The size to switch on with: that of the stack's given weights, which a model keeps while they are switched
    /// off, else the last size noted, else `otherwise`.
    int sizeOf(const Model &model, Stack stack, int otherwise) const;
    /// Switches both stacks on where both were switched off together, else the one.
    void switchOn(ModelConfig &config, const Model &model, Stack stack) const;

private:
    int m_encoder = 0; ///< last size above 0; 0: none yet
    int m_decoder = 0;
    bool m_together = true; ///< both stacks had a feed-forward, or neither
};

} // namespace regard

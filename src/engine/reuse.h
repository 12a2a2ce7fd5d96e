#pragma once

#include "engine/forward.h"

namespace regard {

/// What a pass takes over from an earlier one: everything that neither a weight, nor a setting, nor a token or mask
/// that it reads has changed.
struct Reuse {
    bool source = false;      ///< the source's rows, positions and input
    bool target = false;      ///< the target's
    int encoderSublayers = 0; ///< so many of sublayersOf(encoder), from the first
    int decoderSublayers = 0; ///< likewise
    bool encoderOutput = false;
    bool decoderOutput = false;
    bool logits = false;
};

/// Nothing at all where options name no earlier pass.
Reuse reuseOf(const Model &model, const Input &input, const PassOptions &options);

} // namespace regard

#pragma once

#include "engine/model/attention_place.h"
#include "engine/model/input.h"
#include "engine/model/model_config.h"
#include "io/project/stored_view.h"

namespace regard {

/// How many tokens the two sentences have; the target counts where the model reads one.
struct TokenCounts {
    int source = 0;
    int target = 0;
};

TokenCounts countsOf(const Input &input);

/// How many layers, heads, query and key tokens an attention has; 0 layers and heads where the model has none.
struct AttentionExtent {
    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
};

AttentionExtent extentOf(const ModelConfig &config, Attention attention, const TokenCounts &tokens);

/// The attention that a view's numbers refer to: the named one, where the model has it, else the first that it has,
/// else the encoder's.
Attention viewedAttention(const StoredView &view, const ModelConfig &config);

} // namespace regard

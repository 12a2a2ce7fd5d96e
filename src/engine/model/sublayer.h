#pragma once

#include <compare>
#include <string>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/stack.h"

namespace regard {

enum class SublayerKind { SelfAttention, CrossAttention, FeedForward };

/// One sublayer: what lies between two residuals or norms of a layer. Vaswani et al. 2017, section 3.1.
struct Sublayer {
    Stack stack = Stack::Encoder;
    int layer = 0;
    SublayerKind kind = SublayerKind::SelfAttention;

    auto operator<=>(const Sublayer &) const = default;
};

/// The sublayers of a stack in the order of computation; none where the architecture has no such stack. A recurrent
/// stack has its cross-attention alone: its cells are no sublayers (engine/model/recurrent.h).
std::vector<Sublayer> sublayersOf(const ModelConfig &config, Stack stack);

/// The sublayer of an attention block, and the attention of a sublayer that is not a feed-forward.
Sublayer sublayerOf(const AttentionPlace &place);
Attention attentionOf(const Sublayer &sublayer);

/// `decoder.0.cross` or `decoder.0.ffn`, as the names of its weights begin.
std::string sublayerName(const Sublayer &sublayer);

/// The name of the sublayer's norm, `decoder.0.norm_2`, with `.gain` and `.bias` to follow.
std::string normName(const Sublayer &sublayer);

/// Every weight that the sublayer and its norm read, active or not.
std::vector<std::string> weightNamesOf(const Sublayer &sublayer);

} // namespace regard

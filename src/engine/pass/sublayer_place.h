#pragma once

#include <compare>

#include "engine/model/stack.h"

namespace regard {

enum class SublayerKind { SelfAttention, CrossAttention, FeedForward };

/// One sublayer: what stands between two residuals or norms of a layer. Vaswani et al. 2017, section 3.1.
struct Sublayer {
    Stack stack = Stack::Encoder;
    int layer = 0;
    SublayerKind kind = SublayerKind::SelfAttention;

    auto operator<=>(const Sublayer &) const = default;
};

} // namespace regard

#pragma once

#include "engine/model/sublayer.h"
#include "engine/pass/sublayer_reuse.h"

namespace regard {

/// Multiplications of one sublayer from which it runs on several OpenMP threads. Smaller passes stay on the calling
/// thread, which may be the window's.
inline constexpr double parallelCost = 16e6;

/// About how many multiplications a sublayer takes for that many queries and keys; a feed-forward reads no keys.
double sublayerCost(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys);

/// The cost where a part of the sublayer is reused from an earlier pass; 0 where all of it is.
double sublayerCost(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys,
                    const SublayerReuse &reuse);

} // namespace regard

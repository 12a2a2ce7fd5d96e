#pragma once

#include "engine/model/sublayer.h"

namespace regard {

/// Bytes of the matrices that one sublayer keeps in a trace, for that many queries and keys; a feed-forward reads no
/// keys, and where the model has none it keeps nothing.
double sublayerBytes(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys);

} // namespace regard

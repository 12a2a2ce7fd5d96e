#pragma once

#include <string>

#include "engine/model/model.h"
#include "engine/model/weight_shapes.h"

namespace regard {

/// A given weight as reconfigured() makes it in another configuration, where it is `shape`: what fits stays, the rest
/// is drawn.
Weight resizedWeight(const Weight &old, const ModelConfig &before, const ModelConfig &after, WeightShape shape,
                     HeadSplit split = HeadSplit::KeepHeads);

/// A token's embedding row in another configuration: what fits stays, the rest is drawn.
SharedMatrix resizedRow(const SharedMatrix &old, const ModelConfig &after, const std::string &token);

} // namespace regard

#pragma once

#include "engine/model/model.h"
#include "engine/model/stack.h"

namespace regard {

/// The model with another architecture. A stack that appears with no layer gets one; a removed stack keeps its layers,
/// so that its weights are there when it comes back.
ModelConfig withArchitecture(ModelConfig config, Architecture architecture);

/// Sets the heads of every attention of a stack. The other stack's heads follow where both were equal.
void setHeadsOf(ModelConfig &config, Stack stack, int heads);

/// Hidden size of a stack's feed-forward; 0 leaves it out. The other stack's follows where both were equal.
void setFeedForwardOf(ModelConfig &config, Stack stack, int size);

/// The field of the configuration that holds a stack's value.
int &layersField(ModelConfig &config, Stack stack);
int &headsField(ModelConfig &config, Stack stack);
int &feedForwardField(ModelConfig &config, Stack stack);
Mask &maskField(ModelConfig &config, Stack stack);

} // namespace regard

#pragma once

#include <string>

#include "engine/model/model_config.h"

namespace regard {

/// The two stacks of layers of a Transformer.
enum class Stack { Encoder, Decoder };

/// Whether the architecture has the stack. Its layers may be 0 all the same.
bool hasStack(const ModelConfig &config, Stack stack);

/// The stack that reads the source sentence: the encoder, or a decoder alone.
Stack sourceStack(const ModelConfig &config);

/// Whether the stack exists and its layers are recurrent cells (engine/model/recurrent.h).
bool isRecurrent(const ModelConfig &config, Stack stack);

/// Layers that are computed; 0 where the architecture has no such stack, whatever the configuration holds for it.
int layersOf(const ModelConfig &config, Stack stack);

/// Heads of each attention and hidden size of each feed-forward (0: none) of the stack, computed or not.
int headsOf(const ModelConfig &config, Stack stack);
/// Heads of W_K and W_V in each attention of the stack: as headsOf() where no smaller number is given.
int keyValueHeadsOf(const ModelConfig &config, Stack stack);
int feedForwardSizeOf(const ModelConfig &config, Stack stack);

/// What the layers of an existing stack do: a recurrent one has neither feed-forward nor residual nor norm, whatever
/// the configuration holds.
bool hasFeedForward(const ModelConfig &config, Stack stack);
bool hasResidual(const ModelConfig &config, Stack stack);
Norm normOf(const ModelConfig &config, Stack stack);
bool hasFinalNorm(const ModelConfig &config, Stack stack);

/// Whether the model has an output layer: a decoder, or an encoder alone that is a masked language model or says which
/// tokens were replaced.
bool hasOutputLayer(const ModelConfig &config);
/// Whether output.transform stands before it: of such an encoder.
bool transformsOutput(const ModelConfig &config);
/// Whether output.projection does: of a decoder whose tokens are narrower than its layers.
bool narrowsOutput(const ModelConfig &config);

/// `encoder` or `decoder`, as the names of its weights begin.
std::string stackName(Stack stack);

} // namespace regard

#pragma once

#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "engine/model/stack.h"

namespace regard {

/// The three attentions of a Transformer: the encoder's over itself, the decoder's (masked) over itself, and the
/// decoder's over the encoder's output. As `--block` spells them.
enum class Attention { Encoder, Decoder, Cross };

/// One attention block: which attention, and of which layer, from 0.
struct AttentionPlace {
    Attention attention = Attention::Encoder;
    int layer = 0;

    bool operator==(const AttentionPlace &) const = default;
};

/// The attentions that the architecture has in at least one layer, in the order of the enumeration.
std::vector<Attention> attentionsOf(const ModelConfig &config);

/// The stack of an attention: the decoder's for Cross.
Stack stackOf(Attention attention);

/// Layers and heads of an attention; 0 where the architecture does not have it. A recurrent stack has no
/// self-attention, and a recurrent decoder one cross-attention for all its layers, or none.
int layersOf(const ModelConfig &config, Attention attention);
int headsOf(const ModelConfig &config, Attention attention);

/// Cross-attention is never causal.
Mask maskOf(const ModelConfig &config, Attention attention);

/// `encoder.0.self`, `decoder.0.self`, `decoder.0.cross`; the layer counts from 0.
std::string blockName(Attention attention, int layer);

/// A weight of a block: `encoder.0.self.w_q` of "w_q".
std::string blockWeight(Attention attention, int layer, const char *name);

/// The block's position in Trace::blocks, −1 where there is none. Blocks are in the order of computation:
/// encoder.0.self, encoder.1.self, …, decoder.0.self, decoder.0.cross, decoder.1.self, …
int blockIndex(const ModelConfig &config, Attention attention, int layer);

/// The place of the block at a position in Trace::blocks. Throws ShapeError where there is none.
AttentionPlace blockPlace(const ModelConfig &config, int block);

} // namespace regard

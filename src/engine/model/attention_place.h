#pragma once

#include <cstddef>
#include <cstdlib>
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

/// How far a token of an attention sees: itself and the window − 1 before it (and, where the mask lets it, as many
/// after it); 0: as far as the mask lets it. Beltagy et al. 2020, section 3.1.
int windowOf(const ModelConfig &config, const AttentionPlace &place);

/// Which keys a model hides from a query, whatever the sentence's own masks. Positions count from 0.
struct MaskRule {
    MaskRule(Mask sees = Mask::None, int width = 0) : mask(sees), window(width) {}
    MaskRule(const ModelConfig &config, const AttentionPlace &place);

    bool hidesLater(std::ptrdiff_t query, std::ptrdiff_t key) const { return mask == Mask::Causal && key > query; }
    bool isBeyondWindow(std::ptrdiff_t query, std::ptrdiff_t key) const
    {
        return window > 0 && std::abs(query - key) >= window;
    }
    bool hides(std::ptrdiff_t query, std::ptrdiff_t key) const
    {
        return hidesLater(query, key) || isBeyondWindow(query, key);
    }
    bool hidesAny() const { return mask == Mask::Causal || window > 0; }

    Mask mask;
    int window;
};

/// The mask of each layer of an attention.
class LayerMasks {
public:
    LayerMasks(Mask ofAll) : m_masks{ofAll} {}
    LayerMasks(const ModelConfig &config, Attention attention);

    const MaskRule &at(int layer) const { return m_masks[m_masks.size() == 1 ? 0 : std::size_t(layer)]; }

private:
    std::vector<MaskRule> m_masks;
};

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

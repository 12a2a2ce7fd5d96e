#include "engine/model/attention_place.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// Attention blocks in one layer of a decoder of attentions.
int decoderBlocks(const ModelConfig &config)
{
    return layersOf(config, Attention::Cross) > 0 && !config.crossAlone ? 2 : 1;
}

/// Returns 1 for a recurrent decoder that asks its encoder, else 0.
int recurrentCrossLayers(const ModelConfig &config)
{
    const bool asks = config.decoderAttention != DecoderAttention::None && layersOf(config, Stack::Decoder) > 0;
    return asks ? 1 : 0;
}

} // namespace

std::vector<Attention> attentionsOf(const ModelConfig &config)
{
    std::vector<Attention> attentions;
    for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross})
        if (layersOf(config, attention) > 0)
            attentions.push_back(attention);
    return attentions;
}

Stack stackOf(Attention attention)
{
    return attention == Attention::Encoder ? Stack::Encoder : Stack::Decoder;
}

int layersOf(const ModelConfig &config, Attention attention)
{
    if (attention == Attention::Cross && config.architecture != Architecture::EncoderDecoder)
        return 0;
    if (isRecurrent(config, stackOf(attention)))
        return attention == Attention::Cross ? recurrentCrossLayers(config) : 0;
    if (attention == Attention::Decoder && config.crossAlone)
        return 0;
    return layersOf(config, stackOf(attention));
}

int headsOf(const ModelConfig &config, Attention attention)
{
    return layersOf(config, attention) > 0 ? headsOf(config, stackOf(attention)) : 0;
}

Mask maskOf(const ModelConfig &config, Attention attention)
{
    switch (attention) {
    case Attention::Encoder:
        return config.encoderMask;
    case Attention::Decoder:
        return config.decoderMask;
    case Attention::Cross:
        break;
    }
    return Mask::None;
}

int windowOf(const ModelConfig &config, const AttentionPlace &place)
{
    const std::vector<int> &full = config.fullLayers;
    const bool isFull = std::find(full.begin(), full.end(), place.layer + 1) != full.end();
    return place.attention == Attention::Cross || isFull ? 0 : config.window;
}

MaskRule::MaskRule(const ModelConfig &config, const AttentionPlace &place)
    : MaskRule(maskOf(config, place.attention), windowOf(config, place))
{
}

LayerMasks::LayerMasks(const ModelConfig &config, Attention attention)
{
    for (int layer = 0; layer < layersOf(config, attention); ++layer)
        m_masks.emplace_back(config, AttentionPlace{attention, layer});
}

std::string blockName(Attention attention, int layer)
{
    return stackName(stackOf(attention)) + "." + std::to_string(layer) +
           (attention == Attention::Cross ? ".cross" : ".self");
}

std::string blockWeight(Attention attention, int layer, const char *name)
{
    return blockName(attention, layer) + "." + name;
}

int blockIndex(const ModelConfig &config, Attention attention, int layer)
{
    if (layer < 0 || layer >= layersOf(config, attention))
        return -1;
    if (attention == Attention::Encoder)
        return layer;
    const int first = layersOf(config, Attention::Encoder);
    if (isRecurrent(config, Stack::Decoder) || config.crossAlone)
        return first + layer;
    return first + layer * decoderBlocks(config) + (attention == Attention::Cross ? 1 : 0);
}

AttentionPlace blockPlace(const ModelConfig &config, int block)
{
    const int encoder = layersOf(config, Attention::Encoder);
    const int perLayer = decoderBlocks(config);
    const bool isRecurrentDecoder = isRecurrent(config, Stack::Decoder);
    const int count = encoder + (isRecurrentDecoder ? layersOf(config, Attention::Cross)
                                                    : layersOf(config, Stack::Decoder) * perLayer);
    if (block < 0 || block >= count)
        throw ShapeError(Message::tr("there is no block %1 among %2, which count from 0",
                                     {std::to_string(block), std::to_string(count)}));
    if (block < encoder)
        return {Attention::Encoder, block};
    const int inDecoder = block - encoder;
    if (isRecurrentDecoder || config.crossAlone)
        return {Attention::Cross, inDecoder};
    return {inDecoder % perLayer == 0 ? Attention::Decoder : Attention::Cross, inDecoder / perLayer};
}

} // namespace regard

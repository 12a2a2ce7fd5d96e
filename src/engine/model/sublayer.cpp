#include "engine/model/sublayer.h"

#include <array>

namespace regard {

std::vector<Sublayer> sublayersOf(const ModelConfig &config, Stack stack)
{
    std::vector<Sublayer> sublayers;
    if (isRecurrent(config, stack)) {
        if (stack == Stack::Decoder && layersOf(config, Attention::Cross) > 0)
            sublayers.push_back({stack, 0, SublayerKind::CrossAttention});
        return sublayers;
    }
    const bool crosses = stack == Stack::Decoder && config.architecture == Architecture::EncoderDecoder;
    for (int layer = 0; layer < layersOf(config, stack); ++layer) {
        sublayers.push_back({stack, layer, SublayerKind::SelfAttention});
        if (crosses)
            sublayers.push_back({stack, layer, SublayerKind::CrossAttention});
        if (hasFeedForward(config, stack))
            sublayers.push_back({stack, layer, SublayerKind::FeedForward});
    }
    return sublayers;
}

Sublayer sublayerOf(const AttentionPlace &place)
{
    return {stackOf(place.attention), place.layer,
            place.attention == Attention::Cross ? SublayerKind::CrossAttention : SublayerKind::SelfAttention};
}

Attention attentionOf(const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::CrossAttention)
        return Attention::Cross;
    return sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

std::string sublayerName(const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::FeedForward)
        return stackName(sublayer.stack) + "." + std::to_string(sublayer.layer) + ".ffn";
    return blockName(attentionOf(sublayer), sublayer.layer);
}

std::string normName(const Sublayer &sublayer)
{
    int number = 1;
    if (sublayer.kind == SublayerKind::CrossAttention)
        number = 2;
    if (sublayer.kind == SublayerKind::FeedForward)
        number = sublayer.stack == Stack::Encoder ? 2 : 3;
    return stackName(sublayer.stack) + "." + std::to_string(sublayer.layer) + ".norm_" + std::to_string(number);
}

std::vector<std::string> weightNamesOf(const Sublayer &sublayer)
{
    constexpr std::array attention{"w_q",         "b_q",         "w_k",         "b_k",         "w_v",
                                   "b_v",         "w_a",         "w_g",         "w_o",         "b_o",
                                   "q_norm.gain", "q_norm.bias", "k_norm.gain", "k_norm.bias", "sinks"};
    constexpr std::array feedForward{"w_1", "b_1", "w_3", "b_3", "w_2", "b_2"};
    std::vector<std::string> names{normName(sublayer) + ".gain", normName(sublayer) + ".bias"};
    const auto add = [&, prefix = sublayerName(sublayer) + "."](const auto &parts) {
        for (const char *part : parts)
            names.push_back(prefix + part);
    };
    if (sublayer.kind == SublayerKind::FeedForward)
        add(feedForward);
    else
        add(attention);
    if (sublayer.kind == SublayerKind::SelfAttention)
        names.push_back(stackName(sublayer.stack) + ".score_bias"); // which the layers share
    return names;
}

} // namespace regard

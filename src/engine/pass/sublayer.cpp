#include "engine/pass/sublayer.h"

#include <array>
#include <cstddef>

#include "engine/kernels/row_kernel.h"
#include "engine/model/norm.h"

namespace regard {

std::vector<Sublayer> sublayersOf(const ModelConfig &config, Stack stack)
{
    std::vector<Sublayer> sublayers;
    const bool crosses = stack == Stack::Decoder && config.architecture == Architecture::EncoderDecoder;
    for (int layer = 0; layer < layersOf(config, stack); ++layer) {
        sublayers.push_back({stack, layer, SublayerKind::SelfAttention});
        if (crosses)
            sublayers.push_back({stack, layer, SublayerKind::CrossAttention});
        if (feedForwardSizeOf(config, stack) > 0)
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
    constexpr std::array attention{"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_a", "w_o", "b_o"};
    constexpr std::array feedForward{"w_1", "b_1", "w_3", "b_3", "w_2", "b_2"};
    std::vector<std::string> names{normName(sublayer) + ".gain", normName(sublayer) + ".bias"};
    if (sublayer.kind == SublayerKind::FeedForward)
        for (const char *name : feedForward)
            names.push_back(stackName(sublayer.stack) + "." + std::to_string(sublayer.layer) + ".ffn." + name);
    else
        for (const char *name : attention)
            names.push_back(blockWeight(attentionOf(sublayer), sublayer.layer, name));
    return names;
}

Matrix sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x)
{
    return model.config.norm == Norm::Pre ? normed(model, normName(sublayer), x) : x;
}

const Matrix &sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x, Matrix &room)
{
    if (model.config.norm != Norm::Pre)
        return x;
    room = normed(model, normName(sublayer), x);
    return room;
}

Matrix residualSum(const Model &model, const Matrix &x, const Matrix &output)
{
    return model.config.residual ? Matrix(x + output) : output;
}

Normed sublayerStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    const bool isAdded = model.config.residual;
    if (model.config.norm == Norm::Post)
        return normedSum(model, normName(sublayer), output, isAdded ? &x : nullptr);
    Normed stream{output};
    if (isAdded)
        stream.isFinite =
            addNumbers(output.data(), x.data(), stream.numbers.data(), static_cast<std::size_t>(x.size()));
    return stream;
}

} // namespace regard

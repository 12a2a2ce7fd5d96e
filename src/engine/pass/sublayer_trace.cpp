#include "engine/pass/sublayer_trace.h"

#include <cmath>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/model/positions.h"
#include "engine/pass/feed_forward.h"
#include "engine/pass/input_side.h"
#include "engine/pass/stream.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

void checkStack(const Model &model, Stack stack)
{
    if (!hasStack(model.config, stack))
        throw ShapeError(stack == Stack::Encoder ? Message::tr("the model has no encoder")
                                                 : Message::tr("the model has no decoder"));
}

/// x · w + b; without b where the model has no biases.
Matrix tracedAffine(const Model &model, const Matrix &x, const std::string &weight, const std::string &bias)
{
    return regard::affine(x, model.weights.weight(weight), model.config.bias ? &model.weights.at(bias) : nullptr)
        .numbers;
}

} // namespace

AttentionSteps attentionSteps(const Model &model, const Trace &trace, Attention attention, int layer)
{
    const int block = blockIndex(model.config, attention, layer);
    if (block < 0)
        throw ShapeError(Message::tr("the model has no block %1", {blockName(attention, layer)}));
    const Sublayer sublayer = sublayerOf({attention, layer});
    const Matrix &stream = streamBefore(model.config, trace, sublayer);
    const BlockTrace &computed = *trace.blocks.at(std::size_t(block));
    return {sublayerInput(model, sublayer, stream), computed.output,
            residualSum(model, sublayer, stream, computed.output), computed.stream};
}

FeedForwardSteps feedForwardSteps(const Model &model, const Trace &trace, Stack stack, int layer)
{
    if (layer < 0 || layer >= layersOf(model.config, stack) || !hasFeedForward(model.config, stack))
        throw ShapeError(Message::tr("the model has no feed-forward in layer %1 of the %2, counted from 0",
                                     {std::to_string(layer), stackName(stack)}));
    const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
    const Matrix &stream = streamBefore(model.config, trace, sublayer);
    const auto &layers = stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
    const FeedForwardTrace &computed = *layers.at(std::size_t(layer));
    FeedForwardSteps steps;
    steps.input = sublayerInput(model, sublayer, streamRead(model.config, trace, sublayer));
    if (model.config.gated) {
        const std::string prefix = sublayerName(sublayer) + ".";
        steps.activated = tracedAffine(model, steps.input, prefix + "w_1", prefix + "b_1");
        activate(steps.activated, model.config.activation);
        steps.gate = feedForwardGate(model, stack, layer, steps.input);
        steps.hidden = steps.activated.cwiseProduct(steps.gate);
    } else {
        steps.hidden = feedForwardHidden(model, stack, layer, steps.input);
    }
    steps.output = computed.output;
    steps.added = residualSum(model, sublayer, stream, computed.output);
    steps.normed = computed.stream;
    return steps;
}

EntrySteps entrySteps(const Model &model, const Trace &trace, Stack stack)
{
    checkStack(model, stack);
    const SideTrace &side = queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
    Matrix scaled = side.embedded;
    scaled *= embeddingFactor(model.config);
    if (model.config.tokenDropout)
        dropMasks(model, side.tokens, scaled);
    Matrix widened = widenedTokens(model, scaled);
    Matrix added = side.positions.size() > 0 ? Matrix(widened + side.positions) : widened;
    Matrix types = typeRows(model, side.types, int(side.tokens.size()));
    if (types.size() > 0)
        added += types;
    Matrix normed = side.input;
    if (model.config.projectsLast())
        normed = model.config.embeddingNorm ? regard::normed(model, embeddingNormWeight(model, stack, "gain"),
                                                             embeddingNormWeight(model, stack, "bias"), added)
                                            : added;
    return {side.embedded,    std::move(scaled), std::move(widened), side.positions,
            std::move(types), std::move(added),  std::move(normed),  side.input};
}

} // namespace regard

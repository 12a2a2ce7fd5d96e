#include "engine/pass/stream.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/functions/norm.h"
#include "engine/kernels/row_kernel.h"
#include "engine/pass/finite_check.h"

namespace regard {

namespace {

const Matrix &inputOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder).input;
}

/// What a recurrent stack's last layer leaves.
const Matrix &statesOf(const Trace &trace, Stack stack)
{
    return (stack == Stack::Encoder ? trace.encoderRecurrent : trace.decoderRecurrent).back()->output;
}

const Matrix &streamOf(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::FeedForward) {
        const auto &layers = sublayer.stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
        return layers.at(std::size_t(sublayer.layer))->stream;
    }
    const int block = blockIndex(config, attentionOf(sublayer), sublayer.layer);
    return trace.blocks.at(std::size_t(block))->stream;
}

/// What the residual adds to the stream: the output, normed and multiplied where the model does so.
const Matrix &addedOutput(const Model &model, const Sublayer &sublayer, const Matrix &output, Matrix &scratch)
{
    const bool isNormed = normOf(model.config, sublayer.stack) == Norm::Output;
    const double factor = hasResidual(model.config, sublayer.stack) ? model.config.residualMultiplier : 1;
    if (!isNormed && factor == 1)
        return output;
    scratch = isNormed ? normed(model, normName(sublayer), output) : output;
    scratch *= float(factor);
    return scratch;
}

Normed sublayerStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    const bool isAdded = hasResidual(model.config, sublayer.stack);
    Matrix scratch;
    const Matrix &added = addedOutput(model, sublayer, output, scratch);
    if (normOf(model.config, sublayer.stack) == Norm::Post)
        return normedSum(model, normName(sublayer), added, isAdded ? &x : nullptr);
    Normed stream{added};
    if (isAdded)
        stream.isFinite = addNumbers(added.data(), x.data(), stream.numbers.data(), std::size_t(x.size()));
    return stream;
}

} // namespace

const Matrix &streamBefore(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    if (isRecurrent(config, sublayer.stack))
        return trace.asking;
    const std::vector<Sublayer> sublayers = sublayersOf(config, sublayer.stack);
    const auto found = std::find(sublayers.begin(), sublayers.end(), sublayer);
    return found == sublayers.begin() ? inputOf(trace, sublayer.stack) : streamOf(config, trace, *std::prev(found));
}

bool isParallel(const ModelConfig &config, const Sublayer &sublayer)
{
    return config.parallelResidual && sublayer.kind == SublayerKind::FeedForward;
}

const Matrix &streamRead(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    const Sublayer first{sublayer.stack, sublayer.layer, SublayerKind::SelfAttention};
    return streamBefore(config, trace, isParallel(config, sublayer) ? first : sublayer);
}

const Matrix &streamAfter(const ModelConfig &config, const Trace &trace, Stack stack)
{
    if (isRecurrent(config, stack))
        return statesOf(trace, stack);
    const std::vector<Sublayer> sublayers = sublayersOf(config, stack);
    return sublayers.empty() ? inputOf(trace, stack) : streamOf(config, trace, sublayers.back());
}

Matrix sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x)
{
    return normOf(model.config, sublayer.stack) == Norm::Pre ? normed(model, normName(sublayer), x) : x;
}

const Matrix &sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x, Matrix &scratch)
{
    if (normOf(model.config, sublayer.stack) != Norm::Pre)
        return x;
    scratch = normed(model, normName(sublayer), x);
    return scratch;
}

Matrix residualSum(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    Matrix scratch;
    const Matrix &added = addedOutput(model, sublayer, output, scratch);
    return hasResidual(model.config, sublayer.stack) ? Matrix(x + added) : added;
}

Matrix finishedStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    Normed stream = sublayerStream(model, sublayer, x, output);
    checkFinite(stream.isFinite, Quantity::Sums, sublayer);
    return std::move(stream.numbers);
}

} // namespace regard

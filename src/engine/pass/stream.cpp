#include "engine/pass/stream.h"

#include <algorithm>

namespace regard {

namespace {

const Matrix &inputOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder).input;
}

const Matrix &streamOf(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::FeedForward) {
        const auto &layers = sublayer.stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
        return layers.at(static_cast<std::size_t>(sublayer.layer))->stream;
    }
    const int block = blockIndex(config, attentionOf(sublayer), sublayer.layer);
    return trace.blocks.at(static_cast<std::size_t>(block))->stream;
}

} // namespace

const Matrix &streamBefore(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer)
{
    const std::vector<Sublayer> sublayers = sublayersOf(config, sublayer.stack);
    const auto found = std::find(sublayers.begin(), sublayers.end(), sublayer);
    return found == sublayers.begin() ? inputOf(trace, sublayer.stack) : streamOf(config, trace, *std::prev(found));
}

const Matrix &streamAfter(const ModelConfig &config, const Trace &trace, Stack stack)
{
    const std::vector<Sublayer> sublayers = sublayersOf(config, stack);
    return sublayers.empty() ? inputOf(trace, stack) : streamOf(config, trace, sublayers.back());
}

} // namespace regard

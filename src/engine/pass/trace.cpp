#include "engine/pass/trace.h"

#include <atomic>

#include "engine/model/positions.h"
#include "engine/model/stack.h"

namespace regard {

namespace {

/// Numbers that one attention block keeps.
double blockNumbers(const ModelConfig &config, int heads, double queries, double keys)
{
    const double values = double(heads) * config.dValue;
    const double output = config.outputProjection ? config.dModel : values;
    const double projected = queries * config.dKey + keys * (config.dKey + config.dValue) + queries * config.dValue;
    return heads * (queries * keys + projected) + queries * (values + 2 * output);
}

double feedForwardNumbers(const ModelConfig &config, Stack stack, double tokens)
{
    return feedForwardSizeOf(config, stack) > 0 ? 2 * tokens * config.dModel : 0;
}

double sideNumbers(const ModelConfig &config, double tokens)
{
    return (addsPositions(config.position) ? 3 : 2) * tokens * config.dModel;
}

/// The width of a stack's output.
double outputWidth(const ModelConfig &config, Stack stack)
{
    const bool joined = !config.outputProjection && layersOf(config, stack) > 0;
    return joined ? double(headsOf(config, stack)) * config.dValue : config.dModel;
}

} // namespace

HeadTrace &HeadTraces::operator[](std::size_t head)
{
    std::shared_ptr<const HeadTrace> &entry = m_heads[head];
    if (entry.use_count() != 1)
        entry = std::make_shared<HeadTrace>(*entry);
    // use_count() reads without ordering; another thread's reads before it let go must come before our writes.
    std::atomic_thread_fence(std::memory_order_acquire);
    return const_cast<HeadTrace &>(*entry);
}

HeadTrace &HeadTraces::emplace_back()
{
    push_back({});
    return back();
}

void HeadTraces::resize(std::size_t count)
{
    while (size() > count)
        m_heads.pop_back();
    while (size() < count)
        push_back({});
}

const std::vector<std::string> &labelsOf(const SideTrace &side)
{
    return side.labels.empty() ? side.tokens : side.labels;
}

const SideTrace &queriesOf(const Trace &trace, Attention attention)
{
    const bool readsTarget = trace.architecture == Architecture::EncoderDecoder && attention != Attention::Encoder;
    return readsTarget ? trace.target : trace.source;
}

const SideTrace &keysOf(const Trace &trace, Attention attention)
{
    return attention == Attention::Cross ? trace.source : queriesOf(trace, attention);
}

double traceBytes(const ModelConfig &config, int sourceTokens, int targetTokens, int vocabulary, bool allLogits)
{
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const double source = sourceTokens;
    const double target = both ? targetTokens : 0;
    const double decoded = both ? target : source; // tokens that the decoder reads
    double numbers = sideNumbers(config, source) + sideNumbers(config, target);
    if (hasStack(config, Stack::Encoder))
        numbers += layersOf(config, Stack::Encoder) * (blockNumbers(config, config.heads, source, source) +
                                                       feedForwardNumbers(config, Stack::Encoder, source)) +
                   source * outputWidth(config, Stack::Encoder);
    if (hasStack(config, Stack::Decoder)) {
        double layer = blockNumbers(config, config.decoderHeads, decoded, decoded) +
                       feedForwardNumbers(config, Stack::Decoder, decoded);
        if (both)
            layer += blockNumbers(config, config.decoderHeads, decoded, source);
        numbers += layersOf(config, Stack::Decoder) * layer + decoded * config.dModel;
    }
    if (hasOutputLayer(config)) {
        const double logits = decoded * (vocabulary > 0 ? vocabulary : source + target + 1);
        numbers += logits <= maximumLogits || allLogits ? logits : 0;
    }
    return sizeof(float) * numbers;
}

} // namespace regard

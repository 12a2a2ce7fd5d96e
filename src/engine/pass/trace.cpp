#include "engine/pass/trace.h"

#include <atomic>
#include <mutex>

#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/stack.h"
#include "engine/pass/sublayer_bytes.h"

namespace regard {

namespace {

double sideNumbers(const ModelConfig &config, double tokens)
{
    return (addsPositions(config.position) ? 3 : 2) * tokens * config.dModel;
}

/// The width of a stack's output.
double outputWidth(const ModelConfig &config, Stack stack)
{
    const bool joined = !config.outputProjection && layersOf(config, stack) > 0 && !isRecurrent(config, stack);
    return joined ? double(headsOf(config, stack)) * config.dValue : config.dModel;
}

/// Numbers that the chains of a recurrent stack keep.
double recurrentNumbers(const ModelConfig &config, Stack stack, double tokens)
{
    double perToken = 0;
    double kept = statePartsOf(config.cell);
    for (const GateWeights &gate : gatesOf(config.cell))
        kept += gate.name ? 1 : 0;
    for (const CellPlace &place : cellsOf(config, stack))
        perToken += cellInputOf(config, place) + kept * stateSizeOf(config, stack);
    perToken += double(layersOf(config, stack)) * config.dModel;
    if (stack == Stack::Decoder && combinesContext(config))
        perToken += config.dModel;
    return tokens * perToken;
}

double numbersOf(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys)
{
    return sublayerBytes(config, sublayer, queries, keys) / sizeof(float);
}

/// Numbers that the attentions and feed-forwards of a stack keep.
double stackNumbers(const ModelConfig &config, Stack stack, double tokens, double crossTokens)
{
    if (isRecurrent(config, stack))
        return recurrentNumbers(config, stack, tokens) +
               (stack == Stack::Decoder && combinesContext(config)
                    ? numbersOf(config, {stack, 0, SublayerKind::CrossAttention}, tokens, crossTokens)
                    : 0);
    double layer = numbersOf(config, {stack, 0, SublayerKind::SelfAttention}, tokens, tokens) +
                   numbersOf(config, {stack, 0, SublayerKind::FeedForward}, tokens, tokens);
    if (crossTokens > 0)
        layer += numbersOf(config, {stack, 0, SublayerKind::CrossAttention}, tokens, crossTokens);
    return layersOf(config, stack) * layer;
}

} // namespace

/// Heads with a source.
struct HeadTraces::Read {
    struct Head {
        std::shared_ptr<const HeadTrace> kept;
        std::weak_ptr<const HeadTrace> shared;
    };

    explicit Read(std::shared_ptr<const HeadSource> given) : source(std::move(given)), heads(source->count()) {}

    /// Reads the head unless it is kept. Two threads may both read it; the first result stays.
    std::shared_ptr<const HeadTrace> head(std::size_t index, bool keeps)
    {
        {
            const std::scoped_lock lock(mutex);
            if (const auto there = found(index, keeps))
                return there;
        }
        std::shared_ptr<const HeadTrace> read = source->read(index);
        const std::scoped_lock lock(mutex);
        if (const auto there = found(index, keeps))
            return there;
        Head &entry = heads.at(index);
        entry.shared = read;
        if (keeps)
            entry.kept = read;
        return read;
    }

    std::shared_ptr<const HeadTrace> found(std::size_t index, bool keeps)
    {
        Head &entry = heads.at(index);
        std::shared_ptr<const HeadTrace> there = entry.kept ? entry.kept : entry.shared.lock();
        if (keeps)
            entry.kept = there;
        return there;
    }

    std::shared_ptr<const HeadSource> source;
    std::mutex mutex;
    std::vector<Head> heads;
};

HeadTraces::HeadTraces(std::shared_ptr<const HeadSource> source) : m_read(std::make_shared<Read>(std::move(source))) {}

std::size_t HeadTraces::readCount() const
{
    return m_read->heads.size();
}

const HeadTrace &HeadTraces::kept(std::size_t head) const
{
    return *m_read->head(head, true);
}

std::shared_ptr<const HeadTrace> HeadTraces::shared(std::size_t head) const
{
    return m_read ? m_read->head(head, false) : m_heads.at(head);
}

Eigen::Index HeadTraces::queries() const
{
    if (m_read)
        return m_read->source->queries();
    return m_heads.empty() ? 0 : m_heads.front()->weights.rows();
}

Eigen::Index HeadTraces::keys() const
{
    if (m_read)
        return m_read->source->keys();
    return m_heads.empty() ? 0 : m_heads.front()->weights.cols();
}

const HeadSource *HeadTraces::source() const
{
    return m_read ? m_read->source.get() : nullptr;
}

std::size_t HeadTraces::keptBytes() const
{
    if (!m_read)
        return 0;
    const std::scoped_lock lock(m_read->mutex);
    std::size_t bytes = 0;
    for (const Read::Head &head : m_read->heads)
        if (head.kept)
            bytes += sizeof(float) * std::size_t(head.kept->weights.size());
    return bytes;
}

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

Matrix carriedBefore(const CellTrace &cell, Direction direction, Eigen::Index token)
{
    const Eigen::Index before = direction == Direction::Forward ? token - 1 : token + 1;
    return before < 0 || before >= cell.states.rows() ? cell.first : carriedAfter(cell, before);
}

Matrix carriedAfter(const CellTrace &cell, Eigen::Index token)
{
    Matrix carried(1, cell.first.cols());
    carried.leftCols(cell.states.cols()) = cell.states.row(token);
    if (cell.cellStates.size() > 0)
        carried.rightCols(cell.cellStates.cols()) = cell.cellStates.row(token);
    return carried;
}

const CellTrace &cellsAt(const Trace &trace, const CellPlace &place)
{
    const auto &layers = place.stack == Stack::Encoder ? trace.encoderRecurrent : trace.decoderRecurrent;
    return *layers.at(std::size_t(place.layer))->directions.at(place.direction == Direction::Forward ? 0 : 1);
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
        numbers += stackNumbers(config, Stack::Encoder, source, 0) + source * outputWidth(config, Stack::Encoder);
    if (hasStack(config, Stack::Decoder))
        numbers += stackNumbers(config, Stack::Decoder, decoded, both ? source : 0) + decoded * config.dModel;
    if (hasOutputLayer(config)) {
        const double logits = decoded * (vocabulary > 0 ? vocabulary : source + target + 1);
        numbers += logits <= maximumLogits || allLogits ? logits : 0;
    }
    return sizeof(float) * numbers;
}

} // namespace regard

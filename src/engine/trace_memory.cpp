#include "engine/trace_memory.h"

#include <map>

namespace regard {

namespace {

double bytesOf(const Matrix &matrix)
{
    return static_cast<double>(sizeof(float)) * static_cast<double>(matrix.size());
}

double bytesOf(const BlockTrace &block)
{
    double bytes = bytesOf(block.joined) + bytesOf(block.output) + bytesOf(block.stream);
    for (const HeadTrace &head : block.heads)
        for (const Matrix *matrix : {&head.q, &head.k, &head.v, &head.weights, &head.output})
            bytes += bytesOf(*matrix);
    return bytes;
}

double bytesOf(const FeedForwardTrace &layer)
{
    return bytesOf(layer.output) + bytesOf(layer.stream);
}

/// The bytes of everything that a trace holds and may share with another, by its address.
std::map<const void *, double> partsOf(const Trace &trace)
{
    std::map<const void *, double> parts;
    for (const TraceMatrix *matrix :
         {&trace.source.embedded, &trace.source.positions, &trace.source.input, &trace.target.embedded,
          &trace.target.positions, &trace.target.input, &trace.encoderOutput, &trace.decoderOutput, &trace.logits})
        parts[&matrix->get()] = bytesOf(matrix->get());
    for (const auto &block : trace.blocks)
        parts[block.get()] = bytesOf(*block);
    for (const auto *layers : {&trace.encoderFeedForward, &trace.decoderFeedForward})
        for (const auto &layer : *layers)
            parts[layer.get()] = bytesOf(*layer);
    return parts;
}

} // namespace

double bytesOnlyIn(const Trace &trace, const Trace &other)
{
    const std::map<const void *, double> shared = partsOf(other);
    double bytes = 0;
    for (const auto &[part, size] : partsOf(trace))
        if (!shared.contains(part))
            bytes += size;
    return bytes;
}

} // namespace regard

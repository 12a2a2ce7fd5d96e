#pragma once

#include <map>

#include "engine/pass/trace.h"

namespace regard {

inline double bytesOf(const Matrix &matrix)
{
    return double(sizeof(float)) * double(matrix.size());
}

inline double bytesOf(const HeadTrace &head)
{
    double bytes = 0;
    for (const Matrix *matrix : {&head.q, &head.k, &head.v, &head.weights, &head.output})
        bytes += bytesOf(*matrix);
    return bytes;
}

/// Without its heads.
inline double bytesOf(const BlockTrace &block)
{
    return bytesOf(block.joined) + bytesOf(block.output) + bytesOf(block.stream);
}

inline double bytesOf(const FeedForwardTrace &layer)
{
    return bytesOf(layer.output) + bytesOf(layer.stream);
}

/// The bytes of everything that a trace holds and may share with another, by its address.
inline std::map<const void *, double> partsOf(const Trace &trace)
{
    std::map<const void *, double> parts;
    for (const TraceMatrix *matrix :
         {&trace.source.embedded, &trace.source.positions, &trace.source.input, &trace.target.embedded,
          &trace.target.positions, &trace.target.input, &trace.encoderOutput, &trace.decoderOutput, &trace.logits})
        parts[&matrix->get()] = bytesOf(matrix->get());
    for (const auto &block : trace.blocks) {
        parts[block.get()] = bytesOf(*block);
        for (std::size_t head = 0; head < block->heads.size(); ++head)
            parts[block->heads.shared(head).get()] = bytesOf(*block->heads.shared(head));
    }
    for (const auto *layers : {&trace.encoderFeedForward, &trace.decoderFeedForward})
        for (const auto &layer : *layers)
            parts[layer.get()] = bytesOf(*layer);
    return parts;
}

/// Bytes of the matrices of a trace that another one does not share: what it costs to keep both rather than the other
/// alone.
inline double bytesOnlyIn(const Trace &trace, const Trace &other)
{
    const std::map<const void *, double> shared = partsOf(other);
    double bytes = 0;
    for (const auto &[part, size] : partsOf(trace))
        if (!shared.contains(part))
            bytes += size;
    return bytes;
}

} // namespace regard

#pragma once

#include <cstddef>

#include "engine/pass/trace.h"

namespace regard {

inline bool sameNumbers(const SideTrace &a, const SideTrace &b)
{
    return a.tokens == b.tokens && a.masked == b.masked && a.embedded == b.embedded && a.positions == b.positions &&
           a.input == b.input;
}

inline bool sameNumbers(const BlockTrace &a, const BlockTrace &b)
{
    if (a.name != b.name || a.joined != b.joined || a.output != b.output || a.stream != b.stream ||
        a.heads.size() != b.heads.size())
        return false;
    for (std::size_t i = 0; i < a.heads.size(); ++i) {
        const HeadTrace &left = a.heads[i];
        const HeadTrace &right = b.heads[i];
        if (left.q != right.q || left.k != right.k || left.v != right.v || left.weights != right.weights ||
            left.output != right.output)
            return false;
    }
    return true;
}

inline bool sameNumbers(const FeedForwardTrace &a, const FeedForwardTrace &b)
{
    return a.output == b.output && a.stream == b.stream;
}

template <typename Part>
bool sameNumbers(const std::vector<std::shared_ptr<const Part>> &a, const std::vector<std::shared_ptr<const Part>> &b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!sameNumbers(*a[i], *b[i]))
            return false;
    return true;
}

/// Whether two traces hold the same matrices, bit for bit, whatever objects they share.
inline bool sameNumbers(const Trace &a, const Trace &b)
{
    return a.architecture == b.architecture && sameNumbers(a.source, b.source) && sameNumbers(a.target, b.target) &&
           sameNumbers(a.blocks, b.blocks) && sameNumbers(a.encoderFeedForward, b.encoderFeedForward) &&
           sameNumbers(a.decoderFeedForward, b.decoderFeedForward) && a.encoderOutput == b.encoderOutput &&
           a.decoderOutput == b.decoderOutput && a.vocabulary == b.vocabulary && a.logits == b.logits;
}

} // namespace regard

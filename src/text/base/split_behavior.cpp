#include "text/base/split_behavior.h"

#include <algorithm>

namespace regard {

namespace {

struct SplitPart {
    TextRange range;
    bool isMatch;
};

/// The matches and what is between them.
std::vector<SplitPart> partsOf(const std::vector<TextRange> &matches, std::size_t size, bool isInverted)
{
    std::vector<SplitPart> parts;
    std::size_t covered = 0;
    for (const TextRange &match : matches) {
        if (covered < match.begin)
            parts.push_back({{covered, match.begin}, isInverted});
        parts.push_back({match, !isInverted});
        covered = match.end;
    }
    if (covered < size)
        parts.push_back({{covered, size}, isInverted});
    return parts;
}

bool mergesWithLast(SplitBehavior behavior, bool isMatch, bool wasMatch)
{
    switch (behavior) {
    case SplitBehavior::Removed:
    case SplitBehavior::Isolated:
        return false;
    case SplitBehavior::MergedWithPrevious:
    case SplitBehavior::MergedWithNext:
        return isMatch && !wasMatch;
    case SplitBehavior::Contiguous:
        return isMatch == wasMatch;
    }
    return false;
}

} // namespace

std::vector<TextRange> splitParts(const std::vector<TextRange> &matches, std::size_t size, SplitBehavior behavior,
                                  bool isInverted)
{
    std::vector<SplitPart> parts = partsOf(matches, size, isInverted);
    const bool backwards = behavior == SplitBehavior::MergedWithNext;
    if (backwards)
        std::reverse(parts.begin(), parts.end());
    std::vector<TextRange> kept;
    bool wasMatch = false;
    for (const SplitPart &part : parts) {
        if (behavior == SplitBehavior::Removed && part.isMatch)
            continue;
        if (!kept.empty() && mergesWithLast(behavior, part.isMatch, wasMatch))
            kept.back() = {std::min(kept.back().begin, part.range.begin), std::max(kept.back().end, part.range.end)};
        else
            kept.push_back(part.range);
        wasMatch = part.isMatch;
    }
    if (backwards)
        std::reverse(kept.begin(), kept.end());
    return kept;
}

} // namespace regard

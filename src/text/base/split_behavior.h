#pragma once

#include <cstddef>
#include <vector>

#include "text/base/regular_expression.h"

namespace regard {

/// What becomes of the matches at which a text is cut.
enum class SplitBehavior {
    Removed,
    Isolated,           ///< parts of their own
    MergedWithPrevious, ///< with the text before them
    MergedWithNext,     ///< with the text after them
    Contiguous,         ///< neighbouring matches together
};

/// The parts of a text of `size` characters, empty ones among them. `isInverted`: the text between the matches counts
/// as the matches.
std::vector<TextRange> splitParts(const std::vector<TextRange> &matches, std::size_t size, SplitBehavior behavior,
                                  bool isInverted);

} // namespace regard

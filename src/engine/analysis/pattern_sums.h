#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/head_patterns.h"

namespace regard {

/// The keys that a pattern means, of those that the mask lets each query see.
struct PatternCells {
    std::vector<int> keys;         ///< one query's after the other's
    std::vector<std::size_t> ends; ///< of each query, where its keys end
    bool countsEveryQuery = false; ///< also one that may look at none of them
};

/// The cells of a pattern but Broad; keyKinds has one a key. None where the pattern has no meaning between two
/// sentences (Previous, Next, Induction).
std::optional<PatternCells> patternCells(HeadPattern pattern, const SideTrace &queries, const SideTrace &keys,
                                         const std::vector<TokenKind> &keyKinds, bool isCross, const MaskRule &mask);

/// A link and its weight; −1: none.
struct WeightedLink {
    int query = -1;
    int key = -1;
    float weight = 0;
};

/// What a head spends on a pattern's cells.
struct PatternSum {
    double sum = 0;
    int queries = 0; ///< that could show the pattern
    WeightedLink strongest;
};

/// The queries whose weights are not all zeros.
std::vector<bool> attendingQueries(const Matrix &weights);
PatternSum patternSum(const Matrix &weights, const std::vector<bool> &attending, const PatternCells &cells);

/// Entropy of a query's weights in nats, of what a sink or hidden tokens leave divided by its sum.
double rowEntropy(const Matrix &weights, Eigen::Index query);
/// That entropy ÷ that of uniform attention; nothing where only one key is allowed.
std::optional<double> broadness(double entropy, int allowed);

} // namespace regard

#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/analysis/pattern_sums.h"
#include "engine/model/model.h"

namespace regard {

/// What is measured of every head over a corpus. Itself is a query's weight on its own key; those from Previous to
/// Induction are the patterns of that name, and Broad is the entropy ÷ ln(the keys that the mask allows).
enum class ScanMeasure {
    Itself,
    Previous,
    Next,
    SameWord,
    First,
    Separator,
    Punctuation,
    Sink,
    Induction,
    Broad,
    Entropy, ///< in nats
    Distance ///< |query − key|, the mean over all weight
};
inline constexpr std::size_t scanMeasureCount = 12;
/// Measures before this one are shares, between 0 and 1 in each sentence.
inline constexpr std::size_t scanShareCount = std::size_t(ScanMeasure::Entropy);

/// Distances 0, 1, 2 … 3, 4 … 7 up to 2048 … 4095, and beyond.
inline constexpr std::size_t distanceBinCount = 14;
std::size_t distanceBin(std::size_t distance);

/// One measure of one head in one sentence: the mean over queries is sum ÷ queries (of Distance over the weight).
struct MeasuredSentence {
    double sum = 0;
    double queries = 0;     ///< that could show it; 0: none can
    WeightedLink strongest; ///< of the links that the measure is of
};

/// One head in one sentence.
struct HeadScan {
    std::array<MeasuredSentence, scanMeasureCount> measures;
    std::array<double, distanceBinCount> distances{}; ///< weight at each; none between two sentences
    double squaredDistance = 0;                       ///< Σ weight · distance²
    int queries = 0;                                  ///< that attend to anything
};

/// All heads in one sentence, in the order of scannedHeads().
struct SentenceScan {
    std::vector<HeadScan> byWeight;
    std::vector<HeadScan> byValue; ///< of what is moved, each row divided by its sum; empty: not asked for
    /// What each head gives each key, all queries together, by weight.
    std::vector<std::vector<double>> received;
};

std::vector<HeadRef> scannedHeads(const ModelConfig &config);

/// Measures every head on the calling thread. The kinds are of the tokens of source and target.
SentenceScan scanSentence(const Model &model, const Trace &trace, const std::vector<TokenKind> &source,
                          const std::vector<TokenKind> &target, bool byValue);

} // namespace regard

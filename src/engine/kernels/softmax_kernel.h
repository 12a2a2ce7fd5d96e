#pragma once

#include <cstddef>
#include <limits>

namespace regard {

inline constexpr std::size_t allAllowed = std::size_t(-1);

/// Rows of scores that become weights.
struct SoftmaxRows {
    float *scores = nullptr; ///< rows × columns, overwritten
    std::size_t stride = 0;  ///< numbers from one row to the next
    std::size_t rows = 0;
    std::size_t columns = 0;
    float scale = 1.0F;       ///< scores are multiplied by it first; above 0
    float temperature = 1.0F; ///< and then divided by it
    /// One more score of each row, which is divided by the temperature alone and takes weight without a column:
    /// −infinity takes none.
    float sink = -std::numeric_limits<float>::infinity();
    /// Causal: how many columns the first row reads, each row one more than the row before it; those that are not read
    /// become 0. None: as many as there are.
    std::size_t firstAllowed = allAllowed;
};

/// Softmax of each row and its sink, shifted by their maximum, on the calling thread: −infinity becomes exactly 0, a
/// row of only −infinity zeros; where scores are +infinity, they share the weight among themselves.
void softmax(const SoftmaxRows &rows);

/// scores(i, j) = Σ_c w(c) · tanh(q(i, c) + k(j, c)), n × m. `keys` is k transposed, size × m, so that keys lie side by
/// side; the strides of q and keys are their widths.
struct AdditiveScores {
    const float *queries = nullptr; ///< n × size
    const float *keys = nullptr;    ///< size × m
    const float *weights = nullptr; ///< 1 × size
    float *scores = nullptr;        ///< n × m
    std::size_t n = 0;
    std::size_t m = 0;
    std::size_t size = 0;
};

/// Bahdanau et al. 2015, on the calling thread.
void additiveScores(const AdditiveScores &parts);

} // namespace regard

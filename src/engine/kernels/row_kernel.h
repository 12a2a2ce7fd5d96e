#pragma once

#include <cstddef>

#include "engine/base/activation.h"
#include "engine/base/norm_kind.h"

namespace regard {

/// Applies the activation to `count` numbers in place, on the calling thread.
void activate(float *numbers, std::size_t count, Activation activation);

/// Replaces every number by its hyperbolic tangent, on the calling thread.
void hyperbolicTangents(float *numbers, std::size_t count);

/// What is normed, consecutive rows: x, or x + added.
struct NormRows {
    const float *x = nullptr;     ///< rows × columns
    const float *added = nullptr; ///< rows × columns; null: nothing is added
    float *normed = nullptr;      ///< rows × columns; may be x
    std::size_t rows = 0;
    std::size_t columns = 0;     ///< and numbers from one row to the next
    const float *gain = nullptr; ///< 1 × columns
    const float *bias = nullptr; ///< 1 × columns; null: none
    double epsilon = 0;
    NormKind kind = NormKind::Layer;
};

/// The norm of every row, on the calling thread: (x − mean) / √(variance + ε) · gain + bias, or x / √(mean(x²) + ε) ·
/// gain. The variance is over all columns, not one less (Ba et al. 2016, equation 4; Zhang & Sennrich 2019, equation 4,
/// with the epsilon of Llama's programs). Sums are in double, because a row's mean may be large compared with its
/// spread. False where a number that is normed or results from it is not finite.
bool normRows(const NormRows &rows);

/// sum = x + added; false where a number of it is not finite. On the calling thread; sum may be x.
bool addNumbers(const float *x, const float *added, float *sum, std::size_t count);

/// Whether `count` numbers are all finite.
bool areFinite(const float *numbers, std::size_t count);

/// The kind of vector instructions that kernels were chosen for, by Highway's name: `AVX2`, `NEON`.
const char *kernelTarget();

} // namespace regard

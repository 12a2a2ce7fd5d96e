#pragma once

#include <cstddef>

#include "engine/model/model_config.h"

namespace regard {

/// Applies the activation to so many numbers in place, on the calling thread.
void activate(float *numbers, std::size_t count, Activation activation);

/// What is normed, rows that follow on each other: x, or x + added.
struct NormRows {
    const float *x = nullptr;     ///< rows × columns
    const float *added = nullptr; ///< likewise; null: nothing
    float *normed = nullptr;      ///< rows × columns; may be x
    std::size_t rows = 0;
    std::size_t columns = 0;     ///< and numbers from one row to the next
    const float *gain = nullptr; ///< 1 × columns
    const float *bias = nullptr; ///< 1 × columns; an RMS norm has none
    double epsilon = 0;
    NormKind kind = NormKind::Layer;
};

/// layerNorm() or rmsNorm() of every row, on the calling thread. Sums are in double, because a row's mean may be large
/// beside its spread. False where a number that is normed or comes of it is not finite.
bool normRows(const NormRows &rows);

/// sum = x + added; false where a number of it is not finite. On the calling thread; sum may be x.
bool addNumbers(const float *x, const float *added, float *sum, std::size_t count);

/// Whether so many numbers are all finite.
bool areFinite(const float *numbers, std::size_t count);

} // namespace regard

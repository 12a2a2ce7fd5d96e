#pragma once

#include <cstddef>

#include "engine/base/activation.h"
#include "engine/base/kept_numbers.h"

namespace regard {

/// Matrices side by side in a product's result, all of one width, each with its rows one after the other.
struct ProductSlices {
    float *const *starts = nullptr; ///< of each matrix its first number; null: there are none
    std::size_t width = 0;
    std::size_t row = 0;    ///< of theirs, where the product's first row belongs
    std::size_t column = 0; ///< of all matrices side by side, where the product's first column belongs
};

/// c = a · b, or f(bias + a · b), of matrices whose rows are `stride` numbers apart. Every number of c is one sum
/// starting at the bias, over the columns of a from the first to the last, whatever the sizes are, so that a part of a
/// product has the same bits as in the whole, and those of a narrow b are the bits of b as float32.
struct ProductParts {
    const float *a = nullptr; ///< rows × inner
    std::size_t aStride = 0;
    KeptNumbers b; ///< inner × columns, or columns × inner where it is transposed
    std::size_t bStride = 0;
    bool isTransposed = false; ///< of b
    float *c = nullptr;        ///< rows × columns; no part of a or b; with slices it holds unfinished sums
    std::size_t cStride = 0;
    std::size_t rows = 0;
    std::size_t inner = 0;
    std::size_t columns = 0;
    const float *bias = nullptr; ///< 1 × columns, where each row's sums begin; null: at 0
    bool isActivated = false;
    Activation activation = Activation::Relu; ///< applied to each number where isActivated; not with slices
    ProductSlices slices;                     ///< where the numbers go instead of c
};

/// Computes c on the calling thread, by the widest vectors that the processor has. False where a number of bias + a · b
/// is not finite.
bool multiply(const ProductParts &parts);

/// Columns of c that are computed together, on this processor: shares of a product should be multiples of it.
std::size_t productPanel();

/// Rows of c that are computed together, on this processor: shares of a product should be multiples of it.
std::size_t productGroup();

} // namespace regard

#pragma once

#include <cstddef>

#include "engine/model_config.h"

namespace regard {

/// c = a · b, or f(a · b + bias), of matrices whose rows stand so many numbers apart.
/// Every number of c is one sum over the columns of a from the first to the last, whatever the sizes are, so that a
/// part of a product has the very bits of the whole.
struct ProductParts {
    const float *a = nullptr; ///< rows × inner
    std::size_t aStride = 0;
    const float *b = nullptr; ///< inner × columns, or columns × inner where it is transposed
    std::size_t bStride = 0;
    bool isTransposed = false; ///< of b
    float *c = nullptr;        ///< rows × columns; no part of a or b
    std::size_t cStride = 0;
    std::size_t rows = 0;
    std::size_t inner = 0;
    std::size_t columns = 0;
    const float *bias = nullptr; ///< 1 × columns, added to each row; null: none
    bool isActivated = false;
    Activation activation = Activation::Relu; ///< applied to each number where isActivated
};

/// Computes c on the calling thread, by the widest vectors that the processor has. False where a number of a · b + bias
/// is not finite.
bool multiply(const ProductParts &parts);

/// Columns of c that are computed together, on this processor: shares of a product should be multiples of it.
std::size_t productPanel();

/// Rows likewise.
std::size_t productGroup();

} // namespace regard

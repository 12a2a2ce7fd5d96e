#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/narrow_matrix.h"

namespace regard {

/// The numbers of a matrix in memory, as wide as they are there; somebody else holds them.
struct KeptNumbers {
    KeptNumbers(const float *numbers = nullptr) : first(numbers) {}
    KeptNumbers(const void *numbers, NarrowKind kind) : first(numbers), narrow(kind) {}

    const void *first;
    std::optional<NarrowKind> narrow{}; ///< none: float32

    std::size_t bytesEach() const { return narrow ? 2 : 4; }
    const char *at(std::size_t number) const { return static_cast<const char *>(first) + number * bytesEach(); }
    KeptNumbers &operator+=(std::size_t numbers)
    {
        first = at(numbers);
        return *this;
    }
};

} // namespace regard

#pragma once

#include <cstddef>

namespace regard {

/// Vector reads and writes reach up to this many floats past the end, or before the beginning.
constexpr int bandPadding = 16;

/// A stretch of steps in floats, the lanes of a step one after the other. `values` has bandPadding floats before the
/// first lane and after the last of every step.
struct BandPlane {
    float *values;
    std::ptrdiff_t stride; ///< from one step to the next
    int firstStep;
    int steps;
    int lanes;
};

} // namespace regard

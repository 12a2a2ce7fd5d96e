#pragma once

#include <atomic>
#include <cstdint>

#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What a pass may reuse, and what stops it.
///
/// With an earlier trace and the model that it came from, every block, head and feed-forward whose inputs did not
/// change is reused as the same object. Matrices are compared by pointer: they are shared, and copied on write.
struct PassOptions {
    const Trace *previous = nullptr;
    const Model *previousModel = nullptr; ///< the model of `previous`, the same object; without it nothing is reused
    const std::atomic<bool> *cancelled = nullptr; ///< checked between heads
    std::uint64_t generation = 0;
    bool allLogits = false;     ///< also where they are many: a file will hold them
    bool withoutLogits = false; ///< none are computed: those of some words are asked for
};

} // namespace regard

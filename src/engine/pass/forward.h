#pragma once

#include <atomic>
#include <cstdint>

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What a pass may take over, and what stops it.
///
/// With an earlier trace and the model that it came from, every block, head and feed-forward whose inputs did not
/// change is taken over as the same object. Matrices are compared by pointer: they are shared, and copied on write.
struct PassOptions {
    const Trace *previous = nullptr;
    const Model *previousModel = nullptr;         ///< the very model of `previous`; without it nothing is taken over
    const std::atomic<bool> *cancelled = nullptr; ///< looked at between heads
    std::uint64_t generation = 0;
    bool allLogits = false; ///< also where they are many: a file is to hold them
};

/// Runs the model. Null where it was cancelled.
/// Throws InputError: a sentence without a token, one longer than the given positions or than memory allows, numbers
/// that leave float32, a vocabulary that does not fit a given output.w. Throws what a table's requireUnchanged(),
/// read() and keep() throw.
SharedTrace forward(const Model &model, const Input &input, const PassOptions &options = {});

/// A head's scores, computed again from the trace's q and k for the view that shows them.
/// block and head count from 0; throws ShapeError where there is none.
HeadScores headScores(const Model &model, const Trace &trace, int block, int head);

/// About how many multiplications forward() takes with the same arguments, to decide where it runs. Parts that are
/// taken over cost nothing.
double passCost(const Model &model, const Input &input, const PassOptions &options = {});

} // namespace regard

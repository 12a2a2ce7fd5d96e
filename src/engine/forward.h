#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

/// What a pass reads: tokens of the source, and the positions that no query may attend to (padding).
struct Input {
    std::vector<std::string> tokens;
    std::vector<int> masked;

    bool operator==(const Input &) const = default;
};

/// What a pass may reuse, and what stops it.
struct PassOptions {
    const Trace *previous = nullptr; ///< a trace of the same input
    int firstChangedBlock = 0;       ///< earlier blocks are taken from previous; 0: all anew, the input too
    const std::atomic<bool> *cancelled = nullptr; ///< looked at between blocks
    std::uint64_t generation = 0;
};

/// Runs the model. Null where it was cancelled. Throws InputError (no token; more tokens than given positions).
SharedTrace forward(const Model &model, const Input &input, const PassOptions &options = {});

/// A head's scores, computed again from the trace's q and k for the view that shows them.
/// block and head count from 0; throws ShapeError where there is none.
HeadScores headScores(const Model &model, const Trace &trace, int block, int head);

/// About how many multiplications a pass over n tokens takes, to decide where it runs.
double passCost(const ModelConfig &config, int tokens);

} // namespace regard

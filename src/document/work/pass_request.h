#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"

namespace regard {

class BackgroundWork;

/// One pass to run: an immutable snapshot, and what it may reuse.
struct PassRequest {
    std::shared_ptr<const Model> model;
    Input input;
    SharedTrace previous; ///< an earlier result, or null, and the model that it came from
    std::shared_ptr<const Model> previousModel;
    std::uint64_t generation = 0;
};

/// What came of a pass. trace is null where it was cancelled or failed; error then says why it failed.
struct PassOutcome {
    std::uint64_t generation = 0;
    std::shared_ptr<const Model> model;
    Input input;
    SharedTrace trace;
    std::string error;
};

/// What forward() and passCost() take for a request.
PassOptions passOptions(const PassRequest &request);

/// Runs a pass on the calling thread. Never throws: what went wrong stands in the outcome.
PassOutcome runPass(const PassRequest &request, const std::atomic<bool> *cancelled = nullptr);

/// Frees a trace on a spare thread, where nobody else holds it: that of a long sentence has hundreds of megabytes,
/// which take milliseconds to give back.
void freeElsewhere(SharedTrace trace);

/// Runs a pass as the newest piece of `work`, whose thread must share out by OpenMP, then `done` on this thread unless
/// another piece takes its place. Nobody waits for the memory of a result that is not wanted.
void startPass(BackgroundWork &work, PassRequest request, std::function<void(const PassOutcome &)> done);

} // namespace regard

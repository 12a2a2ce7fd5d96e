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
    bool isSerial = false; ///< other work has the processors
    SharedTrace given{};   ///< of a file, in place of a pass; null: it is computed
};

/// The outcome of a pass. trace is null where it was cancelled or failed; error then says why it failed.
struct PassOutcome {
    std::uint64_t generation = 0;
    std::shared_ptr<const Model> model;
    Input input;
    SharedTrace trace;
    std::string error;
};

/// What forward() and passCost() take for a request.
PassOptions passOptions(const PassRequest &request);

/// Runs a pass on the calling thread. Never throws: the outcome says what went wrong.
PassOutcome runPass(const PassRequest &request, const std::atomic<bool> *cancelled = nullptr);

/// Frees a trace on a spare thread, unless it is still shared: that of a long sentence has hundreds of megabytes, which
/// take milliseconds to free.
void freeElsewhere(SharedTrace trace);

/// Runs a pass as the newest piece of `work`, which must use Share::OpenMp, then `done` on this thread unless another
/// piece replaces it. The memory of an unwanted result is freed on a spare thread.
void startPass(BackgroundWork &work, PassRequest request, std::function<void(const PassOutcome &)> done);

} // namespace regard

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/forward.h"
#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

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

/// Frees a trace on a thread of the global QThreadPool, where nobody else holds it: that of a long sentence has
/// hundreds of megabytes, which take milliseconds to give back.
void freeElsewhere(SharedTrace trace);

/// One long-lived thread that runs passes. Only the newest request counts: it replaces one that waits and cancels
/// the one that runs. It owns all work that OpenMP shares out: the thread that makes it computes serially from then on.
class ComputeThread {
public:
    /// `finished` is called on the compute thread each time an outcome can be taken.
    explicit ComputeThread(std::function<void()> finished);
    ~ComputeThread(); ///< cancels and waits for the block that runs
    ComputeThread(const ComputeThread &) = delete;
    ComputeThread &operator=(const ComputeThread &) = delete;

    void submit(PassRequest request);
    void cancel(); ///< drops the request that waits, and what has not been taken
    std::optional<PassOutcome> take();
    void waitUntilIdle();

private:
    void run();

    std::function<void()> m_finished;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<PassRequest> m_waiting;
    std::optional<PassOutcome> m_outcome;
    bool m_running = false;
    bool m_ending = false;
    std::atomic<bool> m_cancelled = false;
    std::thread m_thread; ///< last: it starts when all else is there
};

} // namespace regard

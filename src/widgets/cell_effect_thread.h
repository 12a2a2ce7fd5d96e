#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/cell_derivative.h"

namespace regard {

/// What to differentiate: an immutable snapshot.
struct CellEffectRequest {
    std::shared_ptr<const Model> model;
    SharedTrace trace;
    ModelCell cell;
    AttentionPlace place;
    int head = 0;
    std::uint64_t generation = 0;
};

/// Null where the model has no such cell, or the memory does not suffice.
struct CellEffectOutcome {
    std::uint64_t generation = 0;
    std::shared_ptr<const HeadDerivative> derivative;
};

/// Runs a request on the calling thread. Nothing where it was cancelled.
std::optional<CellEffectOutcome> runCellEffect(const CellEffectRequest &request,
                                               const std::atomic<bool> *cancelled = nullptr);

/// One thread for derivatives that take longer than a moment. Only the newest request counts: it replaces one that
/// waits and cancels the one that runs.
class CellEffectThread {
public:
    /// `finished` is called on the thread each time an outcome can be taken.
    explicit CellEffectThread(std::function<void()> finished);
    ~CellEffectThread(); ///< cancels and waits for the head that runs
    CellEffectThread(const CellEffectThread &) = delete;
    CellEffectThread &operator=(const CellEffectThread &) = delete;

    void submit(CellEffectRequest request);
    void cancel(); ///< drops the request that waits, and what has not been taken
    std::optional<CellEffectOutcome> take();

private:
    void run();

    std::function<void()> m_finished;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<CellEffectRequest> m_waiting;
    std::optional<CellEffectOutcome> m_outcome;
    bool m_ending = false;
    std::atomic<bool> m_cancelled = false;
    std::thread m_thread; ///< last: it starts when all else is there
};

} // namespace regard

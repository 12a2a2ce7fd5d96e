#include "document/compute_thread.h"

#include <exception>
#include <new>
#include <utility>

#include <QThreadPool>

#include "engine/serial_thread.h"

namespace regard {

PassOptions passOptions(const PassRequest &request)
{
    PassOptions options;
    options.previous = request.previous.get();
    options.previousModel = request.previousModel.get();
    options.generation = request.generation;
    return options;
}

PassOutcome runPass(const PassRequest &request, const std::atomic<bool> *cancelled)
{
    PassOutcome outcome{request.generation, request.model, request.input, nullptr, {}};
    PassOptions options = passOptions(request);
    options.cancelled = cancelled;
    try {
        outcome.trace = forward(*request.model, request.input, options);
    } catch (const std::bad_alloc &) {
        outcome.error = "the memory does not suffice for this sentence; shorten it, or take fewer heads or layers";
    } catch (const std::exception &error) {
        outcome.error = error.what();
    }
    return outcome;
}

void freeElsewhere(SharedTrace trace)
{
    if (trace)
        QThreadPool::globalInstance()->start([held = std::move(trace)]() mutable { held.reset(); });
}

ComputeThread::ComputeThread(std::function<void()> finished)
    : m_finished(std::move(finished)), m_thread([this] { run(); })
{
    computeSerially();
}

ComputeThread::~ComputeThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_cancelled = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void ComputeThread::submit(PassRequest request)
{
    std::optional<PassOutcome> unread;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = std::move(request);
        unread = std::exchange(m_outcome, std::nullopt);
        m_cancelled = true;
    }
    m_changed.notify_all();
    if (unread)
        freeElsewhere(std::move(unread->trace));
}

void ComputeThread::cancel()
{
    std::optional<PassOutcome> unread;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.reset();
        unread = std::exchange(m_outcome, std::nullopt);
        m_cancelled = true;
    }
    m_changed.notify_all();
    if (unread)
        freeElsewhere(std::move(unread->trace));
}

std::optional<PassOutcome> ComputeThread::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_outcome, std::nullopt);
}

void ComputeThread::waitUntilIdle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_waiting && !m_running; });
}

void ComputeThread::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_ending || m_waiting; });
        if (m_ending)
            return;
        std::optional<PassRequest> request = std::exchange(m_waiting, std::nullopt);
        m_running = true;
        m_cancelled = false;
        lock.unlock();
        PassOutcome outcome = runPass(*request, &m_cancelled);
        request.reset(); // frees a snapshot outside the lock
        lock.lock();
        m_running = false;
        const bool wanted = !m_cancelled;
        if (wanted)
            m_outcome = std::move(outcome);
        m_changed.notify_all();
        lock.unlock();
        if (wanted)
            m_finished();
        outcome = {};
        lock.lock();
    }
}

} // namespace regard

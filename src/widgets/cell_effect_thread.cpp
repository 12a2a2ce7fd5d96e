#include "widgets/cell_effect_thread.h"

#include <new>
#include <utility>

#include "engine/errors.h"
#include "engine/serial_thread.h"

namespace regard {

std::optional<CellEffectOutcome> runCellEffect(const CellEffectRequest &request, const std::atomic<bool> *cancelled)
{
    CellEffectOutcome outcome{request.generation, nullptr};
    try {
        auto derivative =
            headDerivative(*request.model, *request.trace, request.cell, request.place, request.head, cancelled);
        if (!derivative)
            return std::nullopt;
        outcome.derivative = std::make_shared<const HeadDerivative>(std::move(*derivative));
    } catch (const Error &) {
        // The sentence or the model has just changed; the result to come has the cell again, or none has.
    } catch (const std::bad_alloc &) {
        // Beside a sentence that long, the weights can still be edited.
    }
    return outcome;
}

CellEffectThread::CellEffectThread(std::function<void()> finished)
    : m_finished(std::move(finished)), m_thread([this] { run(); })
{
}

CellEffectThread::~CellEffectThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_cancelled = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void CellEffectThread::submit(CellEffectRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = std::move(request);
        m_outcome.reset();
        m_cancelled = true;
    }
    m_changed.notify_all();
}

void CellEffectThread::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    m_outcome.reset();
    m_cancelled = true;
}

std::optional<CellEffectOutcome> CellEffectThread::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_outcome, std::nullopt);
}

void CellEffectThread::run()
{
    computeSerially();
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_ending || m_waiting; });
        if (m_ending)
            return;
        std::optional<CellEffectRequest> request = std::exchange(m_waiting, std::nullopt);
        m_cancelled = false;
        lock.unlock();
        std::optional<CellEffectOutcome> outcome = runCellEffect(*request, &m_cancelled);
        request.reset(); // frees a snapshot outside the lock
        lock.lock();
        const bool isWanted = outcome && !m_cancelled;
        if (isWanted)
            m_outcome = std::move(outcome);
        lock.unlock();
        if (isWanted)
            m_finished();
        outcome.reset();
        lock.lock();
    }
}

} // namespace regard

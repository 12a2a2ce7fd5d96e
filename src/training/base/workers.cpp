#include "training/base/workers.h"

#include <algorithm>

#include "engine/base/first_failure.h"

namespace regard {

Workers::Workers(int threads)
{
    for (int i = 1; i < threads; ++i)
        m_threads.emplace_back([this] { wait(); });
}

Workers::~Workers()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_begun.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

/// Takes the next number. The caller holds the lock.
bool Workers::take(std::size_t &number)
{
    if (m_next == m_count)
        return false;
    number = m_next++;
    ++m_running;
    return true;
}

void Workers::wait()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_begun.wait(lock, [this] { return m_isEnding || m_next < m_count; });
        if (m_isEnding)
            return;
        for (std::size_t number = 0; take(number);) {
            lock.unlock();
            m_work(number);
            lock.lock();
            --m_running;
        }
        if (m_running == 0)
            m_done.notify_all();
    }
}

void Workers::run(std::size_t count, int threads, const std::function<void(std::size_t)> &work)
{
    FirstFailure failure;
    std::unique_lock lock(m_mutex);
    m_work = [&](std::size_t number) { failure.run([&] { work(number); }); };
    m_next = 0;
    m_count = count;
    const std::size_t helpers = std::min(m_threads.size(), std::size_t(std::max(threads, 1) - 1));
    for (std::size_t i = 0; i < helpers && i + 1 < count; ++i)
        m_begun.notify_one();
    for (std::size_t number = 0; take(number);) {
        lock.unlock();
        m_work(number);
        lock.lock();
        --m_running;
    }
    m_done.wait(lock, [this] { return m_running == 0; });
    m_work = nullptr;
    lock.unlock();
    failure.rethrow();
}

} // namespace regard

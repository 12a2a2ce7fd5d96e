#include "engine/kernels/spare_threads.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace regard {

namespace {

class SpareThreads {
public:
    SpareThreads() : m_most(std::max(1U, std::thread::hardware_concurrency())) {}
    ~SpareThreads()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_changed.notify_all();
        for (std::thread &thread : m_threads)
            thread.join();
    }
    SpareThreads(const SpareThreads &) = delete;
    SpareThreads &operator=(const SpareThreads &) = delete;

    bool tryStart(std::function<void()> work)
    {
        const std::lock_guard lock(m_mutex);
        if (m_running + m_waiting.size() >= m_most)
            return false;
        add(std::move(work));
        return true;
    }

    void start(std::function<void()> work)
    {
        const std::lock_guard lock(m_mutex);
        add(std::move(work));
    }

    void waitUntilIdle()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.empty() && m_running == 0; });
    }

private:
    void add(std::function<void()> work)
    {
        m_waiting.push_back(std::move(work));
        if (m_running + m_waiting.size() > m_threads.size() && m_threads.size() < m_most)
            m_threads.emplace_back([this] { run(); });
        m_changed.notify_all();
    }

    void run()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_changed.wait(lock, [this] { return m_ending || !m_waiting.empty(); });
            if (m_ending)
                return;
            std::function<void()> work = std::move(m_waiting.front());
            m_waiting.pop_front();
            ++m_running;
            lock.unlock();
            work();
            work = nullptr; // what it holds is freed outside the lock
            lock.lock();
            --m_running;
            m_changed.notify_all();
        }
    }

    const std::size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_waiting;
    std::vector<std::thread> m_threads;
    std::size_t m_running = 0;
    bool m_ending = false;
};

SpareThreads &spareThreads()
{
    static SpareThreads threads;
    return threads;
}

} // namespace

bool tryOnSpareThread(std::function<void()> work)
{
    return spareThreads().tryStart(std::move(work));
}

void onSpareThread(std::function<void()> work)
{
    spareThreads().start(std::move(work));
}

void waitForSpareThreads()
{
    spareThreads().waitUntilIdle();
}

} // namespace regard

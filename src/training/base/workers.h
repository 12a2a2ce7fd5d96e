#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace regard {

/// Threads that share short work with their caller and sleep in between. Where the processor has other work too,
/// OpenMP's threads take turns in waiting for each other; here nobody waits for a thread that has not begun.
class Workers {
public:
    /// Makes so many threads, the caller's included.
    explicit Workers(int threads);
    ~Workers();
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

    int threads() const { return int(m_threads.size()) + 1; }
    /// Calls `work` with each number below `count`, in any order on any of so many threads, and returns when all are
    /// done. The first exception is thrown on, after the others' work. One caller at a time.
    void run(std::size_t count, int threads, const std::function<void(std::size_t)> &work);

private:
    void wait();
    bool take(std::size_t &number);

    std::vector<std::thread> m_threads;
    std::mutex m_mutex;
    std::condition_variable m_begun;
    std::condition_variable m_done;
    std::function<void(std::size_t)> m_work; ///< throws nothing
    std::size_t m_count = 0;                 ///< of the present work
    std::size_t m_next = 0;                  ///< the first number that nobody has taken
    std::size_t m_running = 0;               ///< numbers that were taken and are not done
    bool m_isEnding = false;
};

} // namespace regard

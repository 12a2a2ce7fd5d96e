#pragma once

#include <exception>
#include <mutex>

namespace regard {

/// What was thrown first inside a parallel region, which no exception may leave: OpenMP ends the program where one
/// does.
class FirstFailure {
public:
    template <typename Work>
    void run(const Work &work) noexcept
    {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (!m_failure)
                m_failure = std::current_exception();
        }
    }
    /// After the region.
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

} // namespace regard

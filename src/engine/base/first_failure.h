#pragma once

#include <exception>
#include <mutex>

namespace regard {

/// The first exception thrown inside a parallel region, which none may leave: OpenMP would end the program.
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
    /// Throws the failure again, after the region.
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

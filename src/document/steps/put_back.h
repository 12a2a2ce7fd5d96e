#pragma once

#include <exception>
#include <functional>
#include <utility>

namespace regard {

/// Calls `putBack`, which must not throw, where its scope is left by an exception.
class PutBack {
public:
    explicit PutBack(std::function<void()> putBack)
        : m_putBack(std::move(putBack)), m_exceptions(std::uncaught_exceptions())
    {
    }
    ~PutBack()
    {
        if (std::uncaught_exceptions() > m_exceptions)
            m_putBack();
    }
    PutBack(const PutBack &) = delete;
    PutBack &operator=(const PutBack &) = delete;

private:
    std::function<void()> m_putBack;
    int m_exceptions; ///< that were under way
};

} // namespace regard

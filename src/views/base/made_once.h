#pragma once

#include <optional>
#include <utility>

#include "document/shown/shown.h"

namespace regard {

/// What a panel makes of all that is shown: made when first asked for, and again once something else is shown.
template <typename Data>
class MadeOnce {
public:
    template <typename Make>
    const Data &of(const Shown &shown, const Make &make)
    {
        if (!m_data || m_input != shown.input) {
            m_data.emplace(make());
            m_input = shown.input;
        }
        return *m_data;
    }
    /// Forgets the data when the panel's own choices have changed.
    void forget() { m_data.reset(); }

private:
    ShownInput m_input;
    std::optional<Data> m_data;
};

} // namespace regard

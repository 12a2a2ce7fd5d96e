#pragma once

#include <cstdint>
#include <random>

namespace regard::monkey {

/// Choices by chance, the same for the same seed on every machine.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : m_random(seed) {}

    std::uint32_t number() { return std::uint32_t(m_random()); }
    /// 0 … count − 1; 0 where there is nothing.
    int below(int count) { return count <= 0 ? 0 : int(m_random() % std::uint32_t(count)); }
    int between(int least, int most) { return least + below(most - least + 1); }
    bool oneIn(int count) { return below(count) == 0; }
    double part() { return m_random() / 4294967296.0; } ///< 0 … 1
    template <typename List>
    const auto &of(const List &list)
    {
        return list[below(int(list.size()))];
    }

private:
    std::mt19937 m_random;
};

} // namespace regard::monkey

#pragma once

#include <cstdint>
#include <initializer_list>

namespace regard {

/// Random bits by what they are for and where they stand, without a state: the same on every machine, for any number of
/// threads, and any place can be drawn alone. SplitMix64's finalizer (Steele et al. 2014) over each number in turn.
class PlaceBits {
public:
    /// The numbers that name a stream of bits, such as seed, step and sentence.
    explicit PlaceBits(std::initializer_list<std::uint64_t> names)
    {
        for (const std::uint64_t name : names)
            m_origin = mixed(m_origin + gamma + mixed(name + gamma));
    }

    std::uint64_t at(std::uint64_t place) const { return mixed(m_origin + (place + 1) * gamma); }
    /// A number in [0, 1) of 53 bits.
    double unitAt(std::uint64_t place) const { return double(at(place) >> 11) * 0x1p-53; }
    /// A number in [0, count), count below 2³². The bias of the remainder is below count · 2⁻³².
    std::uint64_t below(std::uint64_t count, std::uint64_t place) const { return ((at(place) >> 32) * count) >> 32; }

private:
    static constexpr std::uint64_t gamma = 0x9e3779b97f4a7c15;

    static constexpr std::uint64_t mixed(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    std::uint64_t m_origin = 0;
};

} // namespace regard

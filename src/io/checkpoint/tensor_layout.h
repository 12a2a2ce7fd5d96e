#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "io/base/stored_file.h"

namespace regard {

/// How the numbers of a tensor lie in its file where they do not stand there one after the other, little-endian. They
/// are put in order at the first reading and then stay in memory.
class TensorLayout {
public:
    /// The tensor has at least one number, and as many strides (in numbers) as sizes.
    TensorLayout(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> strides, std::size_t bytesPerNumber,
                 bool isBigEndian);

    /// Fills `to` with the ordered numbers from byte `first` of them on; the tensor's first number is at `begin`. Safe
    /// from several threads. Throws as StoredFile::read().
    void read(const StoredFile &file, std::uint64_t begin, std::uint64_t first, std::span<char> to) const;

private:
    std::vector<char> ordered(const StoredFile &file, std::uint64_t begin) const;

    std::vector<std::uint64_t> m_shape;
    std::vector<std::uint64_t> m_strides;
    std::size_t m_width; ///< bytes of a number
    bool m_isBigEndian;
    mutable std::mutex m_mutex;
    mutable std::vector<char> m_ordered; ///< empty until the first reading
};

} // namespace regard

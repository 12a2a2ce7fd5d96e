#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace regard {

/// Bytes that are read where they stand: a file's, or a text's in memory.
struct ByteSource {
    std::string name; ///< of the file, for errors
    std::uint64_t bytes = 0;
    /// Fills `to` with the bytes from `first` on; throws FileError where it cannot.
    std::function<void(std::uint64_t first, std::span<char> to)> read;
};

} // namespace regard

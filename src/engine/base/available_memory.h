#pragma once

#include <optional>
#include <string>

namespace regard {

/// Bytes that this process may still take without swapping and without being stopped: the least of what the machine has
/// (MemAvailable), what the process's control groups leave it (memory.max, or memory.limit_in_bytes of version 1; files
/// that are cached count as free) and what its address space may still grow (RLIMIT_AS). Nothing where the system does
/// not tell.
std::optional<double> availableMemory();

/// availableMemory() by the files below `root` (`ROOT/proc/meminfo` …) and a limit of the address space in bytes.
std::optional<double> availableMemory(const std::string &root, std::optional<double> addressSpace);

/// Lets no more than so many bytes be said to be available while it lives.
class LimitedMemory {
public:
    explicit LimitedMemory(double bytes);
    ~LimitedMemory();
    LimitedMemory(const LimitedMemory &) = delete;
    LimitedMemory &operator=(const LimitedMemory &) = delete;
};

/// What takes less is not asked about: reading what is available takes a tenth of a millisecond.
inline constexpr double smallMemory = 16e6;

/// `42.6 MB`, `1.2 GB`: powers of 1000, as for disks and file sizes.
std::string bytesText(double bytes);

} // namespace regard

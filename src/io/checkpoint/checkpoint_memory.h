#pragma once

#include <optional>
#include <string>

namespace regard {

/// Bytes that the machine can give to this program without swapping; nothing where the system does not tell.
std::optional<double> availableMemory();

/// Throws FileError(file, …) with both numbers where weights of `bytes` bytes do not fit into `available`.
void requireMemory(double needed, std::optional<double> available, const std::string &file);

/// `42.6 MB`, `1.2 GB`: powers of 1000, as for disks and file sizes.
std::string bytesText(double bytes);

} // namespace regard

#pragma once

#include <optional>
#include <string>

namespace regard {

/// Throws FileError(file, …) with both numbers where weights of `bytes` bytes do not fit into `available`.
void requireMemory(double needed, std::optional<double> available, const std::string &file);

} // namespace regard

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace regard {

/// `2 × 3`; a tensor without dimensions is `a single number`.
std::string shapeText(const std::vector<std::uint64_t> &shape);

} // namespace regard

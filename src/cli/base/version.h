#pragma once

namespace regard {

/// The version, as in CMakeLists.txt and `regard --version`.
inline constexpr const char *version = "0.1.0";

} // namespace regard

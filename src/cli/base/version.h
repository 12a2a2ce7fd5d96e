#pragma once

namespace regard {

/// As CMakeLists.txt and `regard --version` say it.
inline constexpr const char *version = "0.1.0";

} // namespace regard

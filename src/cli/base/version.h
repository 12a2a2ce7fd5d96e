#pragma once

#include <QString>

namespace regard {

/// The version, as in CMakeLists.txt and `regard --version`.
inline constexpr const char *version = "0.1.0";

/// As files name it that were made by it.
inline QString programName()
{
    return QStringLiteral("Regard ") + QLatin1String(version);
}

} // namespace regard

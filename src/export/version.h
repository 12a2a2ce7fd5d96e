#pragma once

#include <string>

#include <QString>

namespace regard {

/// The version, as in CMakeLists.txt and `regard --version`.
extern const char *const version;

/// The commit that the program was built from, with `-modified` where files differed; empty where it is not known. The
/// program's main() tells it, so that a commit alone makes no library anew.
std::string builtCommit();
void setBuiltCommit(const char *commit);

/// The program's name in files that it made.
inline QString programName()
{
    return QStringLiteral("Regard ") + QLatin1String(version);
}

} // namespace regard

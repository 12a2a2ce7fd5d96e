#pragma once

#include <string>

#include <QString>

namespace regard {

/// All of a file. `kind` is what should be there ("a project"), in the person's language. Throws FileError: no such
/// file, a folder, too large for any such file, the system's reason.
std::string fileBytes(const QString &path, const std::string &kind);

/// The same for a regular file: a pipe or a device, which might never end, is refused as no file.
std::string storedFileBytes(const QString &path, const std::string &kind);

} // namespace regard

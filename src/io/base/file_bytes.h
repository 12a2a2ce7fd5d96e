#pragma once

#include <string>

#include <QString>

namespace regard {

/// Far more than any project or lesson; a larger, wrong file would only fill the memory.
inline constexpr qint64 maximumFileBytes = qint64{512} << 20;

/// All of a file. `kind` is what should be there ("a project"), in the user's language. Throws FileError: no such
/// file, a folder, too large for any such file, the system's reason; and as refuseForeign() (io/base/foreign_file.h).
std::string fileBytes(const QString &path, const std::string &kind, qint64 maximumBytes = maximumFileBytes);

/// fileBytes() of a regular file: a pipe or a device, which might never end, is refused as no file.
std::string storedFileBytes(const QString &path, const std::string &kind, qint64 maximumBytes = maximumFileBytes);

} // namespace regard

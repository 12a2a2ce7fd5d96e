#pragma once

#include <cstddef>
#include <string_view>

#include <QFile>
#include <QString>

namespace regard {

/// A file mapped into memory for reading, as long as this lives: its pages are read when they are looked at, and shared
/// with every other program that maps it.
class MappedFile {
public:
    /// Throws FileError: no such file, a folder, no bytes in it, the system's reason.
    explicit MappedFile(const QString &path);

    const QString &path() const { return m_path; }
    std::string_view bytes() const { return m_bytes; }

private:
    QString m_path;
    QFile m_file; ///< unmaps when it goes
    std::string_view m_bytes;
};

} // namespace regard

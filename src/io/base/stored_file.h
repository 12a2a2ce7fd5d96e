#pragma once

#include <cstdint>
#include <span>

#include <QFile>
#include <QString>

#include "io/base/file_state.h"
#include "io/base/foreign_file.h"

namespace regard {

/// A file of a checkpoint, open for reading as long as this lives. Its bytes are copied out, so that a file truncated
/// meanwhile is an error and not a signal. Safe to read from several threads.
class StoredFile {
public:
    /// Throws FileError: no such file, a folder, the system's reason; and as refuseForeign().
    explicit StoredFile(const QString &path, Archives archives = Archives::Refused);

    const QString &path() const { return m_path; }
    const FileState &state() const { return m_state; } ///< when it was opened
    std::uint64_t bytes() const { return std::uint64_t(m_state.bytes); }

    /// Fills `to` with the bytes from `first` on. Throws FileError where the file does not have them, was written to
    /// since it was opened, or cannot be read.
    void read(std::uint64_t first, std::span<char> to) const;
    /// Throws FileError where another file, or none, is at the path now.
    void requireUnchanged() const { requireSameFile(m_path, m_state, fileStateAt(m_path)); }

private:
    [[noreturn]] void fail(const std::string &reason) const;

    QString m_path;
    QFile m_file;
    FileState m_state;
};

} // namespace regard

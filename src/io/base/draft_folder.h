#pragma once

#include <QString>

namespace regard {

/// A folder that appears whole or not at all: it is filled under another name beside (io/base/drafts.h) until commit().
class DraftFolder {
public:
    /// Throws FileError: something is at the path already, unless that is an empty folder; the folder around it does
    /// not exist; the system's reason.
    explicit DraftFolder(const QString &path);
    ~DraftFolder();
    DraftFolder(const DraftFolder &) = delete;
    DraftFolder &operator=(const DraftFolder &) = delete;

    /// Where a file of the folder is to be written.
    QString filePath(const QString &name) const;
    /// Gives the folder its name. Throws FileError, also where something is there by now.
    void commit();
    /// Throws FileError that names the folder.
    [[noreturn]] void fail(const QString &reason) const;

private:
    QString m_path;
    QString m_lock;
    int m_held = -1;
    QString m_draft;
};

} // namespace regard

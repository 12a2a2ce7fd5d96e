#pragma once

#include <QString>
#include <QStringList>

namespace regard {

/// The files that a run does not read by itself, of any document: the user did not want a project to have them opened.
/// Choosing one by hand takes it out. The window's thread alone calls.
class RefusedFiles {
public:
    static RefusedFiles &all();

    /// Remembers a file by its absolute path.
    void refuse(const QString &path);
    void allow(const QString &path);
    bool contains(const QString &path) const { return m_paths.contains(path); }

private:
    QStringList m_paths;
};

} // namespace regard

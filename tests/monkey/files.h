#pragma once

#include <QDir>
#include <QString>
#include <QStringList>

namespace regard::monkey {

/// The files that hands open and write: below the home folder of the session.
class Files {
public:
    /// Makes them in the folder.
    explicit Files(const QString &folder);

    /// What can be dropped or chosen in a dialog, by name: projects, lessons, checkpoints, texts, damaged and missing
    /// ones.
    const QStringList &names() const { return m_names; }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString folder() const { return m_folder.path(); }
    /// A folder that another program may take away.
    static QString goingFolder() { return QStringLiteral("going"); }
    /// Names for what is written; few, so that files are replaced.
    const QStringList &written() const { return m_written; }

private:
    void write(const QString &name, const QByteArray &content);

    QDir m_folder;
    QStringList m_names;
    QStringList m_written;
};

} // namespace regard::monkey

#pragma once

#include <string_view>
#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

/// Several files of one folder that appear all or none: nothing shows under their names until commit().
class AtomicFileSet {
public:
    /// The files' whole paths, each once. Throws FileError where one of them could not be written.
    explicit AtomicFileSet(const QStringList &paths);
    ~AtomicFileSet();
    AtomicFileSet(const AtomicFileSet &) = delete;
    AtomicFileSet &operator=(const AtomicFileSet &) = delete;

    /// The next file, whole. Throws FileError with the system's reason.
    void write(std::string_view bytes);
    int written() const { return m_written; }
    /// Call when all are written: gives them their names. Where one cannot have its name, none has, and the files that
    /// had the names before have them again. Throws FileError.
    void commit();

private:
    struct Renamed {
        QString path;
        bool replaced = false; ///< an older file of that name is kept in the folder of drafts
    };

    void makeDrafts(const QString &folder);
    void keepOlder(int index) const;
    QString draft(int index) const;
    QString older(int index) const;
    void rename(int index, std::vector<Renamed> &done);

    QStringList m_paths;
    QString m_lock;   ///< of the drafts (io/base/drafts.h); empty: there are none
    int m_held = -1;  ///< its descriptor
    QString m_drafts; ///< a folder beside the files, so that committing only renames; deleted with its content
    int m_written = 0;
};

} // namespace regard

#pragma once

#include <cstddef>
#include <string_view>

#include <QByteArray>
#include <QFile>
#include <QString>

namespace regard {

/// A file that appears whole or not at all: nothing shows under its name until commit(). A link is followed, and a file
/// that is replaced passes on who may read and write it.
///
/// Until then the file has no name at all where the file system can do that, so that a process that is killed leaves
/// nothing; elsewhere, and for a moment in commit(), it is a draft (io/base/drafts.h).
class AtomicFile {
public:
    /// Throws FileError with the system's reason.
    explicit AtomicFile(const QString &path);
    ~AtomicFile();
    AtomicFile(const AtomicFile &) = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;

    void write(std::string_view bytes);
    void write(const QByteArray &bytes) { write(std::string_view(bytes.constData(), std::size_t(bytes.size()))); }
    void commit();

private:
    void open();
    void giveName();

    QString m_path;   ///< as it was asked for
    QString m_target; ///< with links followed
    QString m_draft;  ///< the present name; empty: none
    QFile m_file;
};

} // namespace regard

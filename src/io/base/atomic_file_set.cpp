#include "io/base/atomic_file_set.h"

#include <cerrno>

#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

[[noreturn]] void fail(const QString &path, const QString &reason)
{
    throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {reason.toStdString()}));
}

QString draftsBeside(const QStringList &paths)
{
    return QFileInfo(paths.value(0)).absolutePath() + QStringLiteral("/.regard-XXXXXX");
}

} // namespace

AtomicFileSet::AtomicFileSet(const QStringList &paths) : m_paths(paths), m_drafts(draftsBeside(paths))
{
    if (m_paths.isEmpty())
        return;
    const QFileInfo folder(QFileInfo(m_paths.first()).absolutePath());
    if (!folder.exists())
        fail(m_paths.first(),
             QString::fromStdString(Message::tr("the folder %1 does not exist", {folder.filePath().toStdString()})));
    if (!m_drafts.isValid())
        fail(m_paths.first(), m_drafts.errorString());
    for (const QString &path : m_paths)
        if (QFileInfo(path).isDir())
            fail(path, QString::fromStdString(Message::tr("it is a folder")));
}

QString AtomicFileSet::draft(int index) const
{
    return m_drafts.filePath(QString::number(index));
}

QString AtomicFileSet::older(int index) const
{
    return m_drafts.filePath(QStringLiteral("older-%1").arg(index));
}

void AtomicFileSet::write(std::string_view bytes)
{
    const QString &path = m_paths.at(m_written);
    QFile file(draft(m_written));
    errno = 0;
    const auto size = qint64(bytes.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), size) != size || !file.flush())
        fail(path, errno != 0 ? qt_error_string(errno) : file.errorString());
    ++m_written;
}

void AtomicFileSet::rename(int index, std::vector<Renamed> &done)
{
    const QString &path = m_paths.at(index);
    Renamed renamed{path};
    if (QFileInfo(path).isSymLink() || QFileInfo::exists(path)) {
        QFile before(path);
        if (!before.rename(older(index)))
            fail(path, before.errorString());
        renamed.replaced = true;
    }
    done.push_back(renamed);
    QFile file(draft(index));
    if (!file.rename(path)) {
        if (renamed.replaced)
            QFile::rename(older(index), path);
        done.pop_back();
        fail(path, file.errorString());
    }
}

void AtomicFileSet::commit()
{
    std::vector<Renamed> done;
    try {
        for (int index = 0; index < m_written; ++index)
            rename(index, done);
    } catch (const FileError &) {
        for (int index = int(done.size()) - 1; index >= 0; --index) {
            const Renamed &renamed = done[std::size_t(index)];
            QFile::remove(renamed.path);
            if (renamed.replaced)
                QFile::rename(older(index), renamed.path);
        }
        throw;
    }
}

} // namespace regard

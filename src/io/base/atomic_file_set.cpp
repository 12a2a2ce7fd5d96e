#include "io/base/atomic_file_set.h"

#include <cerrno>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/drafts.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

[[noreturn]] void failSet(const QString &path, const QString &reason)
{
    throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {reason.toStdString()}));
}

} // namespace

AtomicFileSet::AtomicFileSet(const QStringList &paths) : m_paths(paths)
{
    if (m_paths.isEmpty())
        return;
    const QFileInfo folder(QFileInfo(m_paths.first()).absolutePath());
    if (!folder.exists())
        failSet(m_paths.first(),
                QString::fromStdString(Message::tr("the folder %1 does not exist", {folder.filePath().toStdString()})));
    for (const QString &path : m_paths)
        if (QFileInfo(path).isDir())
            failSet(path, QString::fromStdString(Message::tr("it is a folder")));
    removeAbandonedDrafts(folder.filePath());
    makeDrafts(folder.filePath());
}

AtomicFileSet::~AtomicFileSet()
{
    if (!m_drafts.isEmpty())
        QDir(m_drafts).removeRecursively();
    if (m_held >= 0) {
        QFile::remove(m_lock);
        ::close(m_held);
    }
}

void AtomicFileSet::makeDrafts(const QString &folder)
{
    m_lock = newDraftPath(folder);
    m_held = openHeldDraft(m_lock);
    if (m_held < 0)
        failSet(m_paths.first(), qt_error_string(errno));
    const QString drafts = draftsFolderOf(m_lock);
    if (::mkdir(QFile::encodeName(drafts).constData(), 0700) != 0) {
        const int error = errno;
        QFile::remove(m_lock);
        ::close(m_held);
        failSet(m_paths.first(), qt_error_string(error));
    }
    m_drafts = drafts;
}

QString AtomicFileSet::draft(int index) const
{
    return QDir(m_drafts).filePath(QString::number(index));
}

QString AtomicFileSet::older(int index) const
{
    return QDir(m_drafts).filePath(QStringLiteral("older-%1").arg(index));
}

void AtomicFileSet::write(std::string_view bytes)
{
    const QString &path = m_paths.at(m_written);
    QFile file(draft(m_written));
    errno = 0;
    const auto size = qint64(bytes.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), size) != size || !file.flush())
        failSet(path, errno != 0 ? qt_error_string(errno) : file.errorString());
    ++m_written;
}

/// The file stays under its name until the new one takes its place, so that there is one at any moment.
void AtomicFileSet::keepOlder(int index) const
{
    const QString &path = m_paths.at(index);
    const QFileInfo before(path);
    const QByteArray from = QFile::encodeName(path);
    if (::link(from.constData(), QFile::encodeName(older(index)).constData()) == 0)
        return;
    const int error = errno;
    // Some file systems allow a file one name alone.
    const bool isKept = error != EEXIST && (before.isSymLink() ? QFile::link(before.symLinkTarget(), older(index))
                                                               : QFile::copy(path, older(index)));
    if (!isKept)
        failSet(path, qt_error_string(error));
}

void AtomicFileSet::rename(int index, std::vector<Renamed> &done)
{
    const QString &path = m_paths.at(index);
    const QFileInfo before(path);
    const bool replaces = before.isSymLink() || before.exists();
    if (replaces)
        keepOlder(index);
    if (::rename(QFile::encodeName(draft(index)).constData(), QFile::encodeName(path).constData()) != 0)
        failSet(path, qt_error_string(errno));
    done.push_back({path, replaces});
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
            if (renamed.replaced)
                ::rename(QFile::encodeName(older(index)).constData(), QFile::encodeName(renamed.path).constData());
            else
                QFile::remove(renamed.path);
        }
        throw;
    }
}

} // namespace regard

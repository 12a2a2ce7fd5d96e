#include "io/base/atomic_file.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/drafts.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

[[noreturn]] void fail(const QString &path, const QString &reason)
{
    throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {reason.toStdString()}));
}

/// The system's reason for the write that has just failed, which Qt loses where a part of the bytes was written.
QString reasonOf(const QFileDevice &file, int error)
{
    return error != 0 ? qt_error_string(error) : file.errorString();
}

/// Why no file of that name can be written; empty where it can.
QString obstacle(const QString &path)
{
    if (path.isEmpty())
        return QString::fromStdString(Message::tr("it has no name"));
    const QFileInfo file(path);
    if (file.isDir())
        return QString::fromStdString(Message::tr("it is a folder"));
    const QFileInfo folder(file.absolutePath());
    if (!folder.exists())
        return QString::fromStdString(Message::tr("the folder %1 does not exist", {folder.filePath().toStdString()}));
    if (!folder.isDir())
        return QString::fromStdString(Message::tr("%1 is not a folder", {folder.filePath().toStdString()}));
    return {};
}

/// Follows links, also to what is not there yet. Empty where they lead round in a circle.
QString targetOf(QString path)
{
    constexpr int most = 40; // as the system
    for (int count = 0; count < most; ++count) {
        const QFileInfo file(path);
        if (!file.isSymLink())
            return file.absoluteFilePath();
        path = file.symLinkTarget();
    }
    return {};
}

QByteArray descriptorPath(int file)
{
    return "/proc/self/fd/" + QByteArray::number(file);
}

/// A held file without a name in the folder; −1 where the file system has none.
int unnamedFile(const QString &folder)
{
    const int file = ::open(QFile::encodeName(folder).constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    // The file could never get a name without /proc.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && ::access(descriptorPath(file).constData(), F_OK) == 0)
        return file;
    ::close(file);
    return -1;
}

} // namespace

AtomicFile::AtomicFile(const QString &path) : m_path(path)
{
    const QString reason = obstacle(path);
    if (!reason.isEmpty())
        fail(path, reason);
    m_target = targetOf(path);
    if (m_target.isEmpty())
        fail(path, qt_error_string(ELOOP));
    removeAbandonedDrafts(QFileInfo(m_target).absolutePath());
    open();
}

AtomicFile::~AtomicFile()
{
    m_file.close();
    if (!m_draft.isEmpty())
        QFile::remove(m_draft);
}

void AtomicFile::open()
{
    const QByteArray target = QFile::encodeName(m_target);
    struct stat before {};
    const bool isThere = ::stat(target.constData(), &before) == 0;
    if (isThere && ::access(target.constData(), W_OK) != 0)
        fail(m_path, qt_error_string(errno));
    if (const QByteArray name = QFileInfo(m_target).fileName().toLocal8Bit(); name.size() > NAME_MAX)
        fail(m_path, qt_error_string(ENAMETOOLONG));
    int file = unnamedFile(QFileInfo(m_target).absolutePath());
    if (file < 0) {
        m_draft = newDraftPath(QFileInfo(m_target).absolutePath());
        file = openHeldDraft(m_draft);
    }
    if (file < 0) {
        const int error = errno;
        m_draft.clear();
        fail(m_path, qt_error_string(error));
    }
    if (isThere)
        ::fchmod(file, before.st_mode & 07777);
    m_file.open(file, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle);
}

void AtomicFile::write(std::string_view bytes)
{
    errno = 0;
    if (m_file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
        fail(m_path, reasonOf(m_file, errno));
}

/// A link cannot take another file's place, a rename can: so an unnamed file is a draft first.
void AtomicFile::giveName()
{
    if (m_draft.isEmpty()) {
        m_draft = newDraftPath(QFileInfo(m_target).absolutePath());
        if (::linkat(AT_FDCWD, descriptorPath(m_file.handle()).constData(), AT_FDCWD,
                     QFile::encodeName(m_draft).constData(), AT_SYMLINK_FOLLOW) != 0) {
            const int error = errno;
            m_draft.clear();
            fail(m_path, qt_error_string(error));
        }
    }
    if (::rename(QFile::encodeName(m_draft).constData(), QFile::encodeName(m_target).constData()) != 0)
        fail(m_path, qt_error_string(errno));
    m_draft.clear();
}

void AtomicFile::commit()
{
    errno = 0;
    if (!m_file.flush())
        fail(m_path, reasonOf(m_file, errno));
    if (::fsync(m_file.handle()) != 0 && errno != EINVAL && errno != EROFS) // what can't be synchronised need not be
        fail(m_path, qt_error_string(errno));
    giveName();
    m_file.close();
}

} // namespace regard

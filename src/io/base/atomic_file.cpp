#include "io/base/atomic_file.h"

#include <cerrno>

#include <QFileInfo>

#include "engine/base/message.h"
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

} // namespace

AtomicFile::AtomicFile(const QString &path) : m_file(path)
{
    const QString reason = obstacle(path);
    if (!reason.isEmpty())
        fail(path, reason);
    m_file.setDirectWriteFallback(false);
    if (!m_file.open(QIODevice::WriteOnly))
        fail(path, m_file.errorString());
}

void AtomicFile::write(std::string_view bytes)
{
    errno = 0;
    if (m_file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
        fail(m_file.fileName(), reasonOf(m_file, errno));
}

void AtomicFile::commit()
{
    // Closing, which commit() does first, would lose the reason why the last bytes could not be written.
    errno = 0;
    if (!m_file.flush() || !m_file.commit())
        fail(m_file.fileName(), reasonOf(m_file, errno));
}

} // namespace regard

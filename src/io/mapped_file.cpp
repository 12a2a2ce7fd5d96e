#include "io/mapped_file.h"

#include <QFileInfo>

#include "engine/message.h"
#include "io/file_error.h"

namespace regard {

MappedFile::MappedFile(const QString &path) : m_path(path), m_file(path)
{
    const auto fail = [&](const std::string &reason) { throw FileError(path.toStdString(), reason); };
    const QFileInfo info(path);
    if (!info.exists())
        fail(Message::tr("there is no such file"));
    if (!info.isFile())
        fail(Message::tr("is not a file"));
    if (!m_file.open(QIODevice::ReadOnly))
        fail(Message::tr("cannot be read: %1", {m_file.errorString().toStdString()}));
    const qint64 size = m_file.size();
    if (size <= 0)
        fail(Message::tr("is empty"));
    const uchar *mapped = m_file.map(0, size);
    if (!mapped)
        fail(Message::tr("cannot be mapped into memory: %1", {m_file.errorString().toStdString()}));
    m_bytes = {reinterpret_cast<const char *>(mapped), static_cast<std::size_t>(size)};
}

} // namespace regard

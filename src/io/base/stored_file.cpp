#include "io/base/stored_file.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

#include <unistd.h>

#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

StoredFile::StoredFile(const QString &path, Archives archives) : m_path(path), m_file(path)
{
    const QFileInfo info(path);
    if (!info.exists())
        fail(Message::tr("there is no such file"));
    if (!info.isFile())
        fail(Message::tr("is not a file"));
    if (!m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        fail(Message::tr("cannot be read: %1", {m_file.errorString().toStdString()}));
    const std::optional<FileState> state = fileStateOf(m_file.handle());
    if (!state)
        fail(Message::tr("cannot be read: %1", {std::generic_category().message(errno)}));
    m_state = *state;
    std::string start(std::min<std::size_t>(bytes(), foreignStart), '\0');
    read(0, start);
    refuseForeign(start, path.toStdString(), archives);
}

void StoredFile::read(std::uint64_t first, std::span<char> to) const
{
    std::size_t done = 0;
    while (done < to.size()) {
        const ssize_t count =
            ::pread(m_file.handle(), to.data() + done, to.size() - done, static_cast<off_t>(first + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            fail(Message::tr("cannot be read: %1", {std::generic_category().message(errno)}));
        if (count == 0)
            break;
        done += std::size_t(count);
    }
    // Bytes written since then belong to another model.
    requireSameFile(m_path, m_state, fileStateOf(m_file.handle()));
    if (done < to.size())
        fail(Message::tr("ends at byte %1, but is read up to byte %2; it may not be complete",
                         {std::to_string(first + done), std::to_string(first + to.size())}));
}

void StoredFile::fail(const std::string &reason) const
{
    throw FileError(m_path.toStdString(), reason);
}

} // namespace regard

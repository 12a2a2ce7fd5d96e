#include "io/base/file_state.h"

#include <sys/stat.h>

#include <QFile>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

FileState stateOf(const struct stat &status)
{
    return {std::uint64_t(status.st_dev), std::uint64_t(status.st_ino), std::int64_t(status.st_size),
            std::int64_t(status.st_mtim.tv_sec), std::int64_t(status.st_mtim.tv_nsec)};
}

} // namespace

std::optional<FileState> fileStateAt(const QString &path)
{
    struct stat status {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? std::optional(stateOf(status)) : std::nullopt;
}

std::optional<FileState> fileStateOf(int descriptor)
{
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? std::optional(stateOf(status)) : std::nullopt;
}

void requireSameFile(const QString &path, const FileState &opened, const std::optional<FileState> &now)
{
    const auto fail = [&](const std::string &reason) { throw FileError(path.toStdString(), reason); };
    if (!now)
        fail(Message::tr("is not there any more; put it back, or open it where it is now"));
    if (now->bytes != opened.bytes)
        fail(Message::tr("has %1 bytes now, but had %2 when it was opened; open it again",
                         {std::to_string(now->bytes), std::to_string(opened.bytes)}));
    if (now != opened)
        fail(Message::tr("was replaced or written to after it was opened; open it again"));
}

} // namespace regard

#include "io/base/file_bytes.h"

#include <string_view>

#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/foreign_file.h"

namespace regard {

std::string fileBytes(const QString &path, const std::string &kind, qint64 maximumBytes)
{
    const auto fail = [&](const std::string &reason) { throw FileError(path.toStdString(), reason); };
    const auto unreadable = [](const QFile &file) {
        return Message::tr("cannot be read: %1", {file.errorString().toStdString()});
    };
    const QFileInfo info(path);
    if (info.isDir())
        fail(Message::tr("is a folder, not %1", {kind}));
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        fail(info.exists() ? unreadable(file) : Message::tr("there is no such file"));
    std::string bytes;
    std::string chunk(std::size_t{1} << 20, '\0');
    for (;;) {
        const qint64 count = file.read(chunk.data(), qint64(chunk.size()));
        if (count < 0)
            fail(unreadable(file));
        if (count == 0)
            return bytes;
        if (bytes.empty())
            refuseForeign(std::string_view(chunk).substr(0, std::size_t(count)), path.toStdString());
        bytes.append(chunk, 0, std::size_t(count));
        // A device may never end, so its size is not asked but counted.
        if (qint64(bytes.size()) > maximumBytes || info.size() > maximumBytes) {
            fail(Message::tr("is larger than %1 MiB, more than %2 may have",
                             {std::to_string(maximumBytes >> 20), kind}));
        }
    }
}

std::string storedFileBytes(const QString &path, const std::string &kind, qint64 maximumBytes)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile() && !info.isDir())
        throw FileError(path.toStdString(), Message::tr("is not a file"));
    return fileBytes(path, kind, maximumBytes);
}

} // namespace regard

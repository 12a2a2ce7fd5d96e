#include "io/project.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>

#include "io/atomic_file.h"
#include "io/file_error.h"

namespace regard {

namespace {

/// No project comes near; beyond it a wrong file would only fill the memory.
constexpr qint64 maximumBytes = qint64{512} << 20;

std::string readBytes(const QString &path)
{
    const auto fail = [&](const QString &reason) { throw FileError(path.toStdString(), reason.toStdString()); };
    const QFileInfo info(path);
    if (info.isDir()) {
        fail(QStringLiteral("is a folder, not a project"));
    }
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        fail(info.exists() ? QStringLiteral("cannot be read: ") + file.errorString()
                           : QStringLiteral("there is no such file"));
    }
    std::string bytes;
    std::string chunk(std::size_t{1} << 20, '\0');
    for (;;) {
        const qint64 count = file.read(chunk.data(), static_cast<qint64>(chunk.size()));
        if (count < 0) {
            fail(QStringLiteral("cannot be read: ") + file.errorString());
        }
        if (count == 0) {
            return bytes;
        }
        bytes.append(chunk, 0, static_cast<std::size_t>(count));
        // A device may never end, so its size is not asked but counted.
        if (static_cast<qint64>(bytes.size()) > maximumBytes || info.size() > maximumBytes) {
            fail(QStringLiteral("is larger than %1 MiB, more than a project may have").arg(maximumBytes >> 20));
        }
    }
}

} // namespace

Project readProject(const QString &path)
{
    return parseProject(readBytes(path), path.toStdString());
}

void writeProject(const QString &path, const Project &project)
{
    std::string json;
    try {
        json = projectJson(project);
    } catch (const Error &error) {
        throw FileError(path.toStdString(), std::string("cannot be written: ") + error.what());
    }
    AtomicFile file(path);
    file.write(json);
    file.commit();
}

Project defaultProject()
{
    Project project;
    project.model = buildModel(ModelConfig(), {}, {});
    return project;
}

Input inputOf(const Project &project)
{
    Input input;
    for (Token &token : tokenize(project.source, project.tokenizer).tokens) {
        input.tokens.push_back(std::move(token.text));
    }
    const int count = static_cast<int>(input.tokens.size());
    for (const int position : project.maskedSource) {
        const bool known = std::find(input.masked.begin(), input.masked.end(), position) != input.masked.end();
        if (position >= 0 && position < count && !known) {
            input.masked.push_back(position);
        }
    }
    return input;
}

} // namespace regard

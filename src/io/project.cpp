#include "io/project.h"

#include <algorithm>
#include <utility>

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

std::vector<std::string> tokenTexts(const std::string &text, Tokenizer tokenizer)
{
    std::vector<std::string> texts;
    for (Token &token : tokenize(text, tokenizer).tokens) {
        texts.push_back(std::move(token.text));
    }
    return texts;
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

std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count)
{
    std::vector<int> fitting;
    for (const int position : positions) {
        const bool known = std::find(fitting.begin(), fitting.end(), position) != fitting.end();
        if (position >= 0 && static_cast<std::size_t>(position) < count && !known) {
            fitting.push_back(position);
        }
    }
    return fitting;
}

Input inputOf(const Project &project)
{
    Input input;
    input.tokens = tokenTexts(project.source, project.tokenizer);
    input.masked = fittingPositions(project.maskedSource, input.tokens.size());
    if (project.model.config.architecture == Architecture::EncoderDecoder) {
        input.target = tokenTexts(project.target, project.tokenizer);
        input.maskedTarget = fittingPositions(project.maskedTarget, input.target.size());
    }
    return input;
}

} // namespace regard

#include "io/project/project_checkpoint.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_text.h"
#include "io/base/nearest_name.h"
#include "io/checkpoint/open_checkpoints.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr const char *hashStart = "blake2b:";
constexpr std::size_t hashDigits = 64;

bool isHash(const std::string &text)
{
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const std::string start = hashStart;
    return text.starts_with(start) && text.size() == start.size() + hashDigits &&
           std::all_of(text.begin() + std::ptrdiff_t(start.size()), text.end(), isDigit);
}

/// A text of the key's object.
std::string entry(const JsonValue &given, const std::string &key, const std::string &file)
{
    const JsonValue *value = given.find(key);
    const std::string name = "checkpoint." + key;
    if (!value)
        throw FileError(file, Message::tr("the key \"%1\" is missing", {name}));
    if (value->kind != Kind::Text || value->text.empty())
        throw FileError(file, Message::tr("%1 must be a text in quotes, not %2", {name, value->described()}));
    return value->text;
}

} // namespace

QString checkpointPlace(const QString &folder, const std::string &file)
{
    const QDir project = QFileInfo(QString::fromStdString(file)).absoluteDir();
    const QString said = QDir::cleanPath(project.absoluteFilePath(folder));
    const QString beside = project.absoluteFilePath(QFileInfo(said).fileName());
    return !isCheckpointFolder(said) && isCheckpointFolder(beside) ? beside : said;
}

std::shared_ptr<const Checkpoint> readCheckpoint(const JsonValue &given, const std::string &file)
{
    static const std::vector<std::string> known{"folder", "hash"};
    if (given.kind != Kind::Object)
        throw FileError(file, Message::tr("%1 must be an object, not %2", {"checkpoint", given.described()}));
    for (const std::string &key : given.keys)
        if (std::find(known.begin(), known.end(), key) == known.end())
            throw FileError(
                file, Message::tr("unknown key \"%1\" in %2%3", {key, "checkpoint", nearestNameHint(key, known)}));
    const std::string folder = entry(given, "folder", file);
    const std::string hash = entry(given, "hash", file);
    if (!isHash(hash))
        throw FileError(file, Message::tr("%1 must be %2 and %3 hexadecimal digits, not \"%4\"",
                                          {"checkpoint.hash", hashStart, std::to_string(hashDigits), hash}));
    const QString place = checkpointPlace(QString::fromStdString(folder), file);
    if (!isCheckpointFolder(place))
        throw FileError(file, Message::tr("the checkpoint's folder %1 is not there: the project was saved with %2 and "
                                          "finds no hash in its place; put the folder back, or write under "
                                          "checkpoint.folder where it is now",
                                          {place.toStdString(), hash}));
    std::string found;
    std::shared_ptr<const Checkpoint> checkpoint = checkpointWithHash(place, hash, found);
    if (!checkpoint)
        throw FileError(file, Message::tr("the checkpoint's folder %1 has changed: the project was saved with %2, and "
                                          "the folder has %3 now; put back the files that it had, or write the new "
                                          "hash under checkpoint.hash to go on with these",
                                          {place.toStdString(), hash, found}));
    return checkpoint;
}

std::string checkpointText(const std::shared_ptr<const Checkpoint> &checkpoint, const QString &path)
{
    const QString folder = QDir::cleanPath(QDir(checkpoint->folder).absolutePath());
    QString spelled = folder;
    if (!path.isEmpty()) {
        const QDir project = QFileInfo(path).absoluteDir();
        QDir parent = project;
        // Everything is below the root, and a path that climbs there does not survive a move of the folders.
        const QDir top = parent.cdUp() && !parent.isRoot() ? parent : project;
        if (!top.relativeFilePath(folder).startsWith(QLatin1String("..")))
            spelled = project.relativeFilePath(folder);
    }
    return "{ \"folder\": " + jsonString(spelled.toStdString()) + ", \"hash\": " + jsonString(hashOf(checkpoint)) +
           " }";
}

Model checkpointModel(const Checkpoint &checkpoint, const ModelConfig &config)
{
    return config == checkpoint.model.config ? checkpoint.model : reconfigured(checkpoint.model, config);
}

ModelWeights weightsAgainst(const Project &project, const ModelConfig &config)
{
    return project.checkpoint && !(config == project.model.config) ? checkpointModel(*project.checkpoint, config).given
                                                                   : project.model.given;
}

} // namespace regard

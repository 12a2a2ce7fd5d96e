#include "io/project/project_checkpoint.h"

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/named_place.h"
#include "io/checkpoint/open_checkpoints.h"
#include "io/tokenizer/language_choice.h"

namespace regard {

QString checkpointPlace(const QString &folder, const std::string &file)
{
    const QDir project = QFileInfo(QString::fromStdString(file)).absoluteDir();
    const QString said = QDir::cleanPath(project.absoluteFilePath(folder));
    const QString beside = project.absoluteFilePath(QFileInfo(said).fileName());
    return !isCheckpointFolder(said) && isCheckpointFolder(beside) ? beside : said;
}

std::shared_ptr<const Checkpoint> readCheckpoint(const JsonValue &given, const std::string &file)
{
    const NamedPlace named = readNamedPlace(given, "checkpoint", "folder", file);
    const std::string &hash = named.hash;
    const QString place = checkpointPlace(named.said, file);
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

void readLanguages(const JsonValue &root, const std::string &file, Project &project)
{
    const auto read = [&](const char *key, std::string &language) {
        const JsonValue *given = root.find(key);
        if (!given)
            return;
        if (given->kind != JsonValue::Kind::Text)
            throw FileError(file, Message::tr("%1 must be a text in quotes, not %2", {key, given->described()}));
        const TrainedTokenizer *tokenizer = project.checkpoint ? project.checkpoint->tokenizer.get() : nullptr;
        language = given->text;
        if (const std::string fault = languageFault(tokenizer, language); !language.empty() && !fault.empty())
            throw FileError(file, std::string(key) + ": " + fault);
    };
    read("source_language", project.sourceLanguage);
    read("target_language", project.targetLanguage);
}

std::string checkpointText(const std::shared_ptr<const Checkpoint> &checkpoint, const QString &path)
{
    return namedPlaceText(checkpoint->folder, "folder", hashOf(checkpoint), path);
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

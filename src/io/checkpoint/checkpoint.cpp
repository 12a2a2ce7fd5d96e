#include "io/checkpoint/checkpoint.h"

#include <algorithm>
#include <exception>
#include <future>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "engine/model/config_rules.h"
#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/checkpoint/family_config.h"
#include "io/checkpoint/family_keys.h"
#include "io/checkpoint/family_weights.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/model_folder.h"
#include "io/tokenizer/tokenizer_files.h"

namespace regard {

namespace {

using SharedTokenizer = std::shared_ptr<const TrainedTokenizer>;

/// Returns the path of config.json in the folder that has the files.
QString configPath(const QString &folder)
{
    return QDir(folder).filePath(QStringLiteral("config.json"));
}

/// The folder that has the files of a path's model.
QString requiredFolder(const QString &path)
{
    const QFileInfo info(path);
    if (!info.isDir())
        throw FileError(path.toStdString(),
                        info.exists() ? Message::tr("is not a folder; a trained model is opened by its folder")
                                      : Message::tr("there is no such folder"));
    if (hasSeveralSnapshots(path))
        throw FileError(path.toStdString(),
                        Message::tr("has several snapshots of a model, and its refs/main names none "
                                    "of them; open one of the folders in snapshots"));
    const QString folder = modelFolder(path);
    // The library applies an adapter to the folder's weights, or to another model's, wherever peft is installed.
    const QString adapter = QDir(folder).filePath(QStringLiteral("adapter_config.json"));
    if (QFileInfo(adapter).isFile())
        throw FileError(adapter.toStdString(),
                        Message::tr("an adapter (PEFT, such as LoRA) on top of the weights is not supported; merge it "
                                    "into the model (merge_and_unload), or open a folder without this file"));
    if (!QFileInfo(configPath(folder)).isFile())
        throw FileError(folder.toStdString(),
                        Message::tr("has no config.json, so it is not the folder of a trained model"));
    return folder;
}

/// Whether auto_map gives the model a class of its own; one for its configuration alone computes nothing.
bool namesModelCode(const ConfigFile &config)
{
    const JsonValue *map = config.find("auto_map");
    return map && std::any_of(map->keys.begin(), map->keys.end(),
                              [](const std::string &key) { return key.starts_with("AutoModel"); });
}

/// `<id 151700>`: the name of a row that no token has, unlike any token.
std::string placeholder(std::size_t row, const TokenTable &table)
{
    std::string name = "<id " + std::to_string(row) + ">";
    while (table.ids.contains(name))
        name.insert(1, " ");
    return name;
}

/// A token for each row of the table, and the row of each token. A row without a token, or with the token of an earlier
/// row, gets a name of its own.
std::vector<std::string> nameRows(TokenTable &table, const std::vector<std::string> &vocabulary)
{
    const auto rows = std::size_t(table.embedding->rows());
    std::vector<std::string> tokens(vocabulary);
    tokens.resize(rows);
    table.ids.reserve(rows);
    std::vector<std::size_t> unnamed;
    for (std::size_t row = 0; row < rows; ++row)
        if (tokens[row].empty() || !table.ids.emplace(tokens[row], int(row)).second)
            unnamed.push_back(row);
    for (const std::size_t row : unnamed) {
        tokens[row] = placeholder(row, table);
        table.ids.emplace(tokens[row], int(row));
    }
    return tokens;
}

/// Throws FileError where the tokenizer, or the mask of config.json, has tokens that the embedding has no row for.
void requireRows(const FamilyWeights &weights, const FamilyConfig &read, const TrainedTokenizer &tokenizer)
{
    const auto require = [&](const RowTable &rows, std::size_t tokens) {
        if (tokens > std::size_t(rows.rows()))
            throw FileError(weights.embeddingFile,
                            Message::tr("the embedding has %1 rows, but the tokenizer has %2 tokens; the two do not "
                                        "belong together",
                                        {std::to_string(rows.rows()), std::to_string(tokens)}));
    };
    require(*weights.embedding, tokenizer.vocabulary().size());
    require(weights.target ? *weights.target : *weights.embedding, tokenizer.targetVocabulary().size());
    if (read.mask >= weights.embedding->rows())
        throw FileError(weights.embeddingFile,
                        Message::tr("the embedding has %1 rows, but the id of the mask token is %2",
                                    {std::to_string(weights.embedding->rows()), std::to_string(read.mask)}));
}

Model modelOf(FamilyWeights weights, const FamilyConfig &read, const SharedTokenizer &tokenizer,
              const FolderTensors &tensors, const QString &config)
{
    requireRows(weights, read, *tokenizer);
    const auto table = std::make_shared<TokenTable>();
    table->embedding = std::move(weights.embedding);
    table->output = std::move(weights.output);
    table->label = [tokenizer](const std::string &token) { return tokenizer->label(token); };
    table->requireUnchanged = [files = tensors.files()] {
        for (const auto &file : files)
            file->requireUnchanged();
    };
    std::vector<std::string> tokens = nameRows(*table, tokenizer->vocabulary());
    if (weights.target || &tokenizer->targetVocabulary() != &tokenizer->vocabulary()) {
        const auto target = std::make_shared<TokenTable>();
        target->embedding = weights.target ? weights.target : table->embedding;
        tokens = nameRows(*target, tokenizer->targetVocabulary());
        table->target = target;
    }
    if (read.padding >= 0 && std::size_t(read.padding) < tokens.size())
        table->padding = tokens[std::size_t(read.padding)];
    table->paddingPosition = std::move(weights.paddingPosition);
    const std::string mask = read.mask >= 0 ? tokens[std::size_t(read.mask)] : tokenizer->maskToken();
    Vocabulary words{std::move(tokens), tokenizer->endToken()};
    if (!mask.empty())
        words.mask = mask;
    try {
        return trainedModel(weights.config, std::move(weights.weights), table, std::move(words));
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(config.toStdString(), error.what());
    }
}

/// An encoder alone, a template for two sentences, and a row for each token type that it gives.
bool readsPairs(const ModelConfig &config, const TrainedTokenizer &tokenizer)
{
    if (config.architecture != Architecture::Encoder)
        return false;
    bool hasSecond = false;
    for (const Token &token : tokenizer.encodePair("a", "b").tokens) {
        if (config.tokenTypes > 0 && token.type >= config.tokenTypes)
            return false;
        hasSecond = hasSecond || token.sentence == 1;
    }
    return hasSecond;
}

} // namespace

bool isCheckpointFolder(const QString &path)
{
    return QFileInfo(path).isDir() && QFileInfo(configPath(modelFolder(path))).isFile();
}

CheckpointOutline checkpointOutline(const QString &path)
{
    CheckpointOutline outline;
    QString folder = path;
    try {
        folder = requiredFolder(path);
        for (const QString &file : weightPaths(folder))
            outline.fileBytes += file.endsWith(QLatin1String(".json")) ? 0 : QFileInfo(file).size();
        const ConfigFile config(configPath(folder));
        if (const JsonValue *type = config.find("model_type"))
            outline.family = type->text;
        const Family &family = familyOf(config);
        outline.family = family.name;
        const FamilyConfig familyConfig = readFamilyConfig(family, config);
        FolderTensors tensors(folder);
        tensors.removePrefix(prefixInTheWay(family, familyConfig, tensors));
        const FamilyWeights weights = readFamilyWeights(family, familyConfig, config, tensors, WeightsRead::Sizes);
        validateRules(weights.config);
        requireRows(weights, familyConfig, *readTokenizer(folder, family.modelType));
    } catch (const Error &error) {
        outline.fault = error.what();
        if (const std::string inside = folder.toStdString() + "/"; outline.fault.starts_with(inside))
            outline.fault.erase(0, inside.size());
    }
    return outline;
}

std::shared_ptr<const Checkpoint> openCheckpoint(const QString &path)
{
    const QString folder = requiredFolder(path);
    const ConfigFile config(configPath(folder));
    const Family &family = familyOf(config);
    const FamilyConfig familyConfig = readFamilyConfig(family, config);
    CheckpointFiles files = checkpointFiles(folder);
    // The two take about the same time, and wait for different things.
    std::future<SharedTokenizer> tokenizer =
        std::async(std::launch::async, [&] { return readTokenizer(folder, family.modelType); });
    FolderTensors tensors(folder);
    tensors.removePrefix(prefixInTheWay(family, familyConfig, tensors));
    FamilyWeights weights = readFamilyWeights(family, familyConfig, config, tensors);

    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->folder = QFileInfo(folder).absoluteFilePath();
    checkpoint->family = family.name;
    checkpoint->modelType = family.modelType;
    checkpoint->dtype = weights.dtype;
    checkpoint->parameters = weights.parameters;
    checkpoint->fileBytes = tensors.bytes();
    checkpoint->weightsFile = QFileInfo(QString::fromStdString(tensors.mainFile())).fileName().toStdString();
    checkpoint->unknownKeys = unknownKeys(family, config);
    checkpoint->unusedTensors = std::move(weights.unused);
    checkpoint->headFault = std::move(weights.headFault);
    checkpoint->removedPrefix = tensors.removedPrefix();
    checkpoint->hasOwnCode = namesModelCode(config);
    checkpoint->tokenizer = tokenizer.get();
    checkpoint->model = modelOf(std::move(weights), familyConfig, checkpoint->tokenizer, tensors, configPath(folder));
    checkpoint->readsPairs = readsPairs(checkpoint->model.config, *checkpoint->tokenizer);
    checkpoint->files = std::move(files);
    requireUnchanged(*checkpoint); // while it was read
    return checkpoint;
}

} // namespace regard

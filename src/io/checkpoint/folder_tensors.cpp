#include "io/checkpoint/folder_tensors.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/base/neighbour_path.h"
#include "io/base/quoted_name.h"
#include "io/checkpoint/safetensors_file.h"
#include "io/checkpoint/torch_file.h"

namespace regard {

namespace {

/// In the order in which the transformers library looks for them.
constexpr std::array weightFiles{"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
                                 "pytorch_model.bin.index.json"};

/// The file that holds a folder's weights, or the index of those that do.
QString mainFileOf(const QString &folder)
{
    const QDir dir(folder);
    for (const char *name : weightFiles)
        if (dir.exists(QString::fromLatin1(name)))
            return dir.filePath(QString::fromLatin1(name));
    for (const char *other : foreignWeights)
        if (dir.exists(QString::fromLatin1(other)))
            throw FileError(folder.toStdString(),
                            Message::tr("has no model.safetensors; its %1 is not read, so save the model as "
                                        "safetensors first",
                                        {other}));
    throw FileError(folder.toStdString(),
                    Message::tr("has no weights: neither model.safetensors nor pytorch_model.bin, "
                                "nor the index of either's shards"));
}

bool isIndex(const QString &path)
{
    return path.endsWith(QLatin1String(".json"));
}

/// A shard must be in the folder itself: an index cannot refer to a file elsewhere.
void requirePlainName(const std::string &shard, const std::string &index)
{
    const bool isPlain = !shard.empty() && shard != "." && shard != ".." &&
                         shard.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
    if (!isPlain)
        throw FileError(
            index, Message::tr("weight_map names the file %1, which is not a plain file name", {quotedName(shard)}));
}

ShardNames readIndex(const QString &path)
{
    return shardNames(readSmallJson(path), path.toStdString());
}

std::vector<StoredTensor> tensorsOf(const QString &path)
{
    return path.endsWith(QLatin1String(".safetensors")) ? openSafetensors(path).tensors : openTorchFile(path);
}

} // namespace

ShardNames shardNames(const JsonValue &index, const std::string &file)
{
    const JsonValue *map = index.kind == JsonValue::Kind::Object ? index.find("weight_map") : nullptr;
    if (!map || map->kind != JsonValue::Kind::Object || map->keys.empty())
        throw FileError(file, Message::tr("must hold weight_map, an object that gives each tensor its file"));
    ShardNames shards;
    for (std::size_t i = 0; i < map->keys.size(); ++i) {
        const JsonValue &shard = map->items[i];
        if (shard.kind != JsonValue::Kind::Text)
            throw FileError(file, Message::tr("weight_map must give the tensor %1 a file name in quotes, not %2",
                                              {quotedName(map->keys[i]), shard.described()}));
        requirePlainName(shard.text, file);
        shards[shard.text].push_back(map->keys[i]);
    }
    return shards;
}

FolderTensors::FolderTensors(const QString &folder) : m_mainFile(mainFileOf(folder))
{
    if (isIndex(m_mainFile))
        readShards(folder);
    else
        m_tensors = readFile(m_mainFile);
}

std::unordered_map<std::string, StoredTensor> FolderTensors::readFile(const QString &path)
{
    std::vector<StoredTensor> tensors = tensorsOf(path);
    if (!tensors.empty())
        m_files.push_back(tensors.front().file);
    std::unordered_map<std::string, StoredTensor> byName;
    for (StoredTensor &tensor : tensors) {
        std::string name = tensor.name;
        byName.emplace(std::move(name), std::move(tensor));
    }
    return byName;
}

void FolderTensors::readShards(const QString &folder)
{
    for (const auto &[shard, names] : readIndex(m_mainFile)) {
        const QString path = neighbourPath(QDir(folder), QString::fromStdString(shard));
        std::unordered_map<std::string, StoredTensor> inShard = readFile(path);
        for (const std::string &name : names) {
            const auto found = inShard.find(name);
            if (found == inShard.end())
                m_missing.emplace(name, path.toStdString());
            else
                m_tensors.emplace(name, std::move(found->second));
        }
    }
}

std::int64_t FolderTensors::bytes() const
{
    std::int64_t bytes = 0;
    for (const auto &file : m_files)
        bytes += file->state().bytes;
    return bytes;
}

const StoredTensor *FolderTensors::find(const std::string &name) const
{
    const auto found = m_tensors.find(name);
    if (found != m_tensors.end())
        return &found->second;
    const auto missing = m_missing.find(name);
    if (missing != m_missing.end())
        throw FileError(missing->second, Message::tr("has no tensor %1, which %2 gives to it",
                                                     {quotedName(m_removedPrefix + name),
                                                      QFileInfo(m_mainFile).fileName().toStdString()}));
    return nullptr;
}

std::string FolderTensors::commonPrefix() const
{
    std::optional<std::string> common;
    const auto add = [&](const std::string &name) {
        if (!common)
            common = name;
        common->erase(std::mismatch(common->begin(), common->end(), name.begin(), name.end()).first, common->end());
    };
    for (const auto &[name, tensor] : m_tensors)
        add(name);
    for (const auto &[name, shard] : m_missing)
        add(name);
    return common ? common->substr(0, common->rfind('.') + 1) : std::string(); // without a dot nothing
}

void FolderTensors::removePrefix(const std::string &prefix)
{
    if (prefix.empty())
        return;
    std::unordered_map<std::string, StoredTensor> tensors;
    for (auto &[name, tensor] : m_tensors) {
        tensor.prefix += prefix;
        tensor.name.erase(0, prefix.size());
        std::string rest = tensor.name;
        tensors.emplace(std::move(rest), std::move(tensor));
    }
    m_tensors = std::move(tensors);
    std::unordered_map<std::string, std::string> missing;
    for (const auto &[name, shard] : m_missing)
        missing.emplace(name.substr(prefix.size()), shard);
    m_missing = std::move(missing);
    m_removedPrefix += prefix;
}

std::vector<const StoredTensor *> FolderTensors::all() const
{
    std::vector<const StoredTensor *> tensors;
    for (const auto &[name, tensor] : m_tensors)
        tensors.push_back(&tensor);
    std::sort(tensors.begin(), tensors.end(),
              [](const StoredTensor *a, const StoredTensor *b) { return a->name < b->name; });
    return tensors;
}

QStringList weightPaths(const QString &folder)
{
    const QString main = mainFileOf(folder);
    QStringList paths{main};
    if (isIndex(main))
        for (const auto &[shard, names] : readIndex(main))
            paths.append(neighbourPath(QDir(folder), QString::fromStdString(shard)));
    return paths;
}

} // namespace regard

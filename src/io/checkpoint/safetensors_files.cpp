#include "io/checkpoint/safetensors_files.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/base/neighbour_path.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

QString singlePath(const QString &folder)
{
    return QDir(folder).filePath(QStringLiteral("model.safetensors"));
}

QString indexPath(const QString &folder)
{
    return QDir(folder).filePath(QStringLiteral("model.safetensors.index.json"));
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

[[noreturn]] void failWithoutWeights(const QString &folder)
{
    const QDir dir(folder);
    for (const char *other : {"pytorch_model.bin", "pytorch_model.bin.index.json", "tf_model.h5", "flax_model.msgpack"})
        if (dir.exists(QString::fromLatin1(other)))
            throw FileError(folder.toStdString(),
                            Message::tr("has no model.safetensors; its %1 is not read, so save the model as "
                                        "safetensors first",
                                        {other}));
    throw FileError(folder.toStdString(),
                    Message::tr("has neither model.safetensors nor model.safetensors.index.json, one of which holds "
                                "the weights"));
}

/// The eight bytes of its length, and the header.
std::string headerOf(const StoredFile &file)
{
    const std::string name = file.path().toStdString();
    if (file.bytes() == 0)
        throw FileError(name, Message::tr("is empty"));
    std::string bytes(std::size_t(std::min(file.bytes(), safetensorsLengthBytes)), '\0');
    file.read(0, bytes);
    const std::size_t known = bytes.size();
    bytes.resize(std::size_t(safetensorsHeaderEnd(bytes, file.bytes(), name)));
    file.read(known, std::span(bytes).subspan(known));
    return bytes;
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

std::uint64_t StoredTensor::numbers() const
{
    std::uint64_t count = 1; // the header was checked: no overflow
    for (const std::uint64_t size : shape)
        count *= size;
    return count;
}

NumberKind StoredTensor::kind() const
{
    const std::optional<NumberKind> known = numberKind(dtype);
    if (!known)
        fail(Message::tr("has the dtype %1; weights are read from F32, F16 and BF16", {quotedName(dtype)}));
    return *known;
}

bool StoredTensor::hasSameNumbers(const StoredTensor &other) const
{
    if (this == &other)
        return true;
    if (dtype != other.dtype || shape != other.shape || bytes != other.bytes)
        return false;
    constexpr std::uint64_t chunk = 1 << 20;
    std::string ours;
    std::string theirs;
    for (std::uint64_t first = 0; first < bytes; first += chunk) {
        const auto count = std::size_t(std::min(chunk, bytes - first));
        ours.resize(count);
        theirs.resize(count);
        read(first, ours);
        other.read(first, theirs);
        if (ours != theirs)
            return false;
    }
    return true;
}

void StoredTensor::fail(const std::string &reason) const
{
    throw FileError(file->path().toStdString(), Message::tr("the tensor %1 %2", {quotedName(storedName()), reason}));
}

SafetensorsFile openSafetensors(const QString &path)
{
    SafetensorsFile opened{std::make_shared<const StoredFile>(path), {}, {}};
    for (TensorEntry &entry :
         parseSafetensorsHeader(headerOf(*opened.file), opened.file->bytes(), path.toStdString(), &opened.notes))
        opened.tensors.push_back({std::move(entry.name),
                                  std::move(entry.dtype),
                                  std::move(entry.shape),
                                  entry.begin,
                                  entry.end - entry.begin,
                                  opened.file,
                                  {}});
    return opened;
}

SafetensorsFiles::SafetensorsFiles(const QString &folder)
{
    const QString single = singlePath(folder);
    const QString index = indexPath(folder);
    if (QFileInfo::exists(single)) {
        m_mainFile = single;
        for (StoredTensor &tensor : readFile(single)) {
            std::string name = tensor.name;
            m_tensors.emplace(std::move(name), std::move(tensor));
        }
    } else if (QFileInfo::exists(index)) {
        m_mainFile = index;
        readShards(folder);
    } else {
        failWithoutWeights(folder);
    }
}

std::vector<StoredTensor> SafetensorsFiles::readFile(const QString &path)
{
    SafetensorsFile opened = openSafetensors(path);
    m_files.push_back(opened.file);
    return std::move(opened.tensors);
}

void SafetensorsFiles::readShards(const QString &folder)
{
    for (const auto &[shard, names] : readIndex(m_mainFile)) {
        const QString path = neighbourPath(QDir(folder), QString::fromStdString(shard));
        std::unordered_map<std::string, StoredTensor> inShard;
        for (StoredTensor &tensor : readFile(path)) {
            std::string name = tensor.name;
            inShard.emplace(std::move(name), std::move(tensor));
        }
        for (const std::string &name : names) {
            const auto found = inShard.find(name);
            if (found == inShard.end())
                m_missing.emplace(name, path.toStdString());
            else
                m_tensors.emplace(name, std::move(found->second));
        }
    }
}

std::int64_t SafetensorsFiles::bytes() const
{
    std::int64_t bytes = 0;
    for (const auto &file : m_files)
        bytes += file->state().bytes;
    return bytes;
}

const StoredTensor *SafetensorsFiles::find(const std::string &name) const
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

std::string SafetensorsFiles::commonPrefix() const
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

void SafetensorsFiles::removePrefix(const std::string &prefix)
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

std::vector<const StoredTensor *> SafetensorsFiles::all() const
{
    std::vector<const StoredTensor *> tensors;
    for (const auto &[name, tensor] : m_tensors)
        tensors.push_back(&tensor);
    std::sort(tensors.begin(), tensors.end(),
              [](const StoredTensor *a, const StoredTensor *b) { return a->name < b->name; });
    return tensors;
}

QStringList safetensorsPaths(const QString &folder)
{
    const QString single = singlePath(folder);
    const QString index = indexPath(folder);
    if (QFileInfo::exists(single))
        return {single};
    if (!QFileInfo::exists(index))
        failWithoutWeights(folder);
    QStringList paths{index};
    for (const auto &[shard, names] : readIndex(index))
        paths.append(neighbourPath(QDir(folder), QString::fromStdString(shard)));
    return paths;
}

} // namespace regard

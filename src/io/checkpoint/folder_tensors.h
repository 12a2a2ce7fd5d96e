#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <QString>
#include <QStringList>

#include "io/base/json_value.h"
#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// The weights of a checkpoint folder, as the transformers library looks for them: `model.safetensors`, or the shards
/// that `model.safetensors.index.json` lists, or `pytorch_model.bin`, or those of `pytorch_model.bin.index.json`. What
/// each file says of its tensors is checked when this is made.
class FolderTensors {
public:
    /// Throws FileError: none of them, a shard that is missing, any fault in one of them.
    explicit FolderTensors(const QString &folder);

    /// Null where there is none. Throws FileError where the index assigns it to a shard that does not have it.
    const StoredTensor *find(const std::string &name) const;
    /// What all names begin with, up to a dot: `module.encoder.`; empty: nothing.
    std::string commonPrefix() const;
    /// From now on the tensors go by their names without this, which all of them begin with. Errors name them in full.
    void removePrefix(const std::string &prefix);
    /// What was taken off; empty: nothing.
    const std::string &removedPrefix() const { return m_removedPrefix; }
    /// Every tensor, by name.
    std::vector<const StoredTensor *> all() const;
    /// The file named in an error that concerns no particular tensor: the only one, or the index.
    std::string mainFile() const { return m_mainFile.toStdString(); }
    /// All of them, except the index.
    const std::vector<std::shared_ptr<const StoredFile>> &files() const { return m_files; }
    std::int64_t bytes() const; ///< of all files together

private:
    void readShards(const QString &folder);
    std::unordered_map<std::string, StoredTensor> readFile(const QString &path);

    QString m_mainFile;
    std::vector<std::shared_ptr<const StoredFile>> m_files;
    std::unordered_map<std::string, StoredTensor> m_tensors;
    std::unordered_map<std::string, std::string> m_missing; ///< the shard that should have it, by name
    std::string m_removedPrefix;
};

/// Tensors by the shard that holds them.
using ShardNames = std::map<std::string, std::vector<std::string>>;
/// What the index says. Throws FileError(file, …): no `weight_map`, a shard that is not a plain file name.
ShardNames shardNames(const JsonValue &index, const std::string &file);

/// Files of weights that other programs read.
inline constexpr const char *foreignWeights[] = {"tf_model.h5", "flax_model.msgpack"};

/// The files that hold a folder's weights, the index included, as FolderTensors reads them. Throws FileError.
QStringList weightPaths(const QString &folder);

} // namespace regard

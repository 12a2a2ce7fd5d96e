#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <QString>
#include <QStringList>

#include "io/base/json_value.h"
#include "io/base/stored_file.h"
#include "io/checkpoint/safetensors_header.h"
#include "io/checkpoint/safetensors_numbers.h"

namespace regard {

/// A tensor and its place in its file.
struct StoredTensor {
    std::string name;  ///< without `prefix`
    std::string dtype; ///< as the file spells it
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the start of the file
    std::uint64_t bytes = 0;
    std::shared_ptr<const StoredFile> file;
    std::string prefix{}; ///< taken off its name, as off those of all tensors of a folder

    std::string storedName() const { return prefix + name; }
    std::uint64_t numbers() const;
    /// Throws FileError naming file and tensor where its dtype is none that weights are read from.
    NumberKind kind() const;
    /// Fills `to` with its bytes from `first` on. Throws as StoredFile::read().
    void read(std::uint64_t first, std::span<char> to) const { file->read(begin + first, to); }
    /// Whether both hold the same numbers in the same shape. Reads both; throws as read().
    bool hasSameNumbers(const StoredTensor &other) const;
    /// Throws FileError with `reason`, which continues after the tensor's name: `the tensor "a" REASON`.
    [[noreturn]] void fail(const std::string &reason) const;
};

/// One file with its header, which was checked.
struct SafetensorsFile {
    std::shared_ptr<const StoredFile> file;
    std::vector<StoredTensor> tensors; ///< in the order of their bytes
    std::vector<SafetensorsNote> notes;
};

/// Throws FileError: no such file, any fault in its header.
SafetensorsFile openSafetensors(const QString &path);

/// The weights of a checkpoint folder: `model.safetensors`, or the shards that `model.safetensors.index.json` lists.
/// Every header is checked when this is made.
class SafetensorsFiles {
public:
    /// Throws FileError: neither of them, a shard that is missing, any fault in one of them.
    explicit SafetensorsFiles(const QString &folder);

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
    std::vector<StoredTensor> readFile(const QString &path);

    QString m_mainFile;
    std::vector<std::shared_ptr<const StoredFile>> m_files;
    std::unordered_map<std::string, StoredTensor> m_tensors;
    std::unordered_map<std::string, std::string> m_missing; ///< the shard that should have it, by name
    std::string m_removedPrefix;
};

/// Tensors by the shard that holds them.
using ShardNames = std::map<std::string, std::vector<std::string>>;
/// What `model.safetensors.index.json` says. Throws FileError(file, …): no `weight_map`, a shard that is not a plain
/// file name.
ShardNames shardNames(const JsonValue &index, const std::string &file);

/// The files that hold a folder's weights, the index included, as SafetensorsFiles reads them. Throws FileError.
QStringList safetensorsPaths(const QString &folder);

} // namespace regard

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <QString>
#include <QStringList>

#include "io/mapped_file.h"
#include "io/safetensors_header.h"
#include "io/safetensors_numbers.h"

namespace regard {

/// A tensor where it stands in a mapped file.
struct StoredTensor {
    std::string name;
    std::string dtype; ///< as the file spells it
    std::vector<std::uint64_t> shape;
    std::string_view bytes;
    std::shared_ptr<const MappedFile> file;

    std::uint64_t numbers() const;
    /// Throws FileError naming file and tensor where its dtype is none that weights are read from.
    NumberKind kind() const;
    /// Throws FileError with `reason`, which goes on after the tensor's name: `the tensor "a" REASON`.
    [[noreturn]] void fail(const std::string &reason) const;
};

/// The weights of a checkpoint folder: `model.safetensors`, or the shards that `model.safetensors.index.json` lists.
/// Every header is checked when this is made.
class SafetensorsFiles {
public:
    /// Throws FileError: neither of them, a shard that is missing, anything that is wrong with one of them.
    explicit SafetensorsFiles(const QString &folder);

    /// Null where there is none. Throws FileError where the index gives it to a shard that does not have it.
    const StoredTensor *find(const std::string &name) const;
    /// Every tensor that is there, by name.
    std::vector<const StoredTensor *> all() const;
    /// The file that an error about no tensor in particular names: the only one, or the index.
    std::string mainFile() const { return m_mainFile.toStdString(); }
    /// Of all files together.
    std::int64_t bytes() const { return m_bytes; }

private:
    void readShards(const QString &folder);
    std::vector<StoredTensor> readFile(const QString &path);

    QString m_mainFile;
    std::int64_t m_bytes = 0;
    std::unordered_map<std::string, StoredTensor> m_tensors;
    std::unordered_map<std::string, std::string> m_missing; ///< the shard that should have it, by name
};

/// The files that hold a folder's weights, the index included, as SafetensorsFiles reads them. Throws FileError.
QStringList safetensorsPaths(const QString &folder);

} // namespace regard

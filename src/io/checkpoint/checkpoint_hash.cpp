#include "io/checkpoint/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/stored_file.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/model_folder.h"

namespace regard {

namespace {

/// The files that a tokenizer may be read from, besides the configuration.
constexpr std::array<const char *, 15> checkpointHashOtherFiles{"config.json",
                                                                "tokenizer.json",
                                                                "tokenizer_config.json",
                                                                "special_tokens_map.json",
                                                                "vocab.txt",
                                                                "vocab.json",
                                                                "merges.txt",
                                                                "added_tokens.json",
                                                                "tokenizer.model",
                                                                "source.spm",
                                                                "target.spm",
                                                                "target_vocab.json",
                                                                "spiece.model",
                                                                "spm.model",
                                                                "sentencepiece.bpe.model"};

QStringList hashedPaths(const QString &path)
{
    const QString folder = modelFolder(path);
    QStringList paths = weightPaths(folder);
    for (const char *name : checkpointHashOtherFiles) {
        const QString file = QDir(folder).filePath(QString::fromLatin1(name));
        if (QFileInfo(file).isFile())
            paths.append(file);
    }
    paths.sort();
    return paths;
}

void addFile(QCryptographicHash &hash, const QString &path)
{
    const StoredFile file(path, Archives::Read);
    hash.addData(QFileInfo(path).fileName().toUtf8() + '\0' + QByteArray::number(file.state().bytes) + '\0');
    QByteArray chunk(qsizetype{1} << 20, Qt::Uninitialized);
    for (std::uint64_t first = 0; first < file.bytes(); first += std::uint64_t(chunk.size())) {
        chunk.truncate(qsizetype(std::min(std::uint64_t(chunk.size()), file.bytes() - first)));
        file.read(first, {chunk.data(), std::size_t(chunk.size())});
        hash.addData(chunk);
    }
}

} // namespace

std::string checkpointHash(const QString &folder)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    for (const QString &path : hashedPaths(folder))
        addFile(hash, path);
    return "blake2b:" + hash.result().toHex().toStdString();
}

CheckpointFiles checkpointFiles(const QString &folder)
{
    CheckpointFiles files;
    for (const QString &path : hashedPaths(folder))
        if (const std::optional<FileState> state = fileStateAt(path))
            files.emplace(QFileInfo(path).fileName(), *state);
    return files;
}

void requireUnchanged(const Checkpoint &checkpoint)
{
    const QDir folder(checkpoint.folder);
    for (const auto &[name, state] : checkpoint.files)
        requireSameFile(folder.filePath(name), state, fileStateAt(folder.filePath(name)));
    for (const auto &[name, state] : checkpointFiles(checkpoint.folder))
        if (!checkpoint.files.contains(name))
            throw FileError(folder.filePath(name).toStdString(),
                            Message::tr("was not there when the model was opened; open the model's folder again"));
}

} // namespace regard

#include "io/checkpoint.h"

#include <array>

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "engine/message.h"
#include "io/file_error.h"
#include "io/safetensors_files.h"

namespace regard {

namespace {

/// What a tokenizer may be read from, beside the configuration.
constexpr std::array<const char *, 12> otherFiles{
    "config.json", "tokenizer.json",   "tokenizer_config.json", "special_tokens_map.json", "vocab.txt",
    "vocab.json",  "merges.txt",       "added_tokens.json",     "tokenizer.model",         "source.spm",
    "target.spm",  "target_vocab.json"};

QStringList hashedPaths(const QString &folder)
{
    QStringList paths = safetensorsPaths(folder);
    for (const char *name : otherFiles) {
        const QString path = QDir(folder).filePath(QString::fromLatin1(name));
        if (QFileInfo(path).isFile())
            paths.append(path);
    }
    paths.sort();
    return paths;
}

void addFile(QCryptographicHash &hash, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw FileError(path.toStdString(), Message::tr("cannot be read: %1", {file.errorString().toStdString()}));
    hash.addData(QFileInfo(path).fileName().toUtf8() + '\0' + QByteArray::number(file.size()) + '\0');
    QByteArray chunk(qsizetype{1} << 20, Qt::Uninitialized);
    for (;;) {
        const qint64 count = file.read(chunk.data(), chunk.size());
        if (count < 0)
            throw FileError(path.toStdString(), Message::tr("cannot be read: %1", {file.errorString().toStdString()}));
        if (count == 0)
            return;
        hash.addData(QByteArrayView(chunk).first(count));
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

} // namespace regard

#pragma once

#include <cstring>
#include <vector>

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QtEndian>

#include "paths.h"

namespace regard {

/// A number of a tensor that is moved.
struct MovedNumber {
    const char *tensor; ///< as the file names it; of float32
    int index = 0;
    float by = 0;
};

inline const char *const firstQueries = "bert.encoder.layer.0.attention.self.query.weight";
inline const char *const secondOutput = "bert.encoder.layer.1.attention.output.dense.weight";

/// Copies a small checkpoint to a folder that is not there yet, with those numbers moved: a model whose difference from
/// the first is known.
inline void copyCheckpoint(const QString &name, const QString &to, const std::vector<MovedNumber> &moved = {})
{
    const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name);
    if (!QDir().mkpath(to))
        qFatal("%s cannot be made", qPrintable(to));
    for (const QString &file : source.entryList(QDir::Files))
        if (!QFile::copy(source.filePath(file), QDir(to).filePath(file)))
            qFatal("%s cannot be copied", qPrintable(file));
    QFile weights(QDir(to).filePath(QStringLiteral("model.safetensors")));
    weights.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (!weights.open(QIODevice::ReadWrite))
        qFatal("%s cannot be opened", qPrintable(weights.fileName()));
    const auto length = qint64(qFromLittleEndian<quint64>(weights.read(8).constData()));
    const QJsonObject header = QJsonDocument::fromJson(weights.read(length)).object();
    for (const MovedNumber &each : moved) {
        const QJsonValue tensor = header[QLatin1String(each.tensor)];
        if (tensor[QLatin1String("dtype")] != QLatin1String("F32"))
            qFatal("%s is not there as float32", each.tensor);
        const qint64 place = 8 + length + tensor[QLatin1String("data_offsets")][0].toInteger() + 4 * each.index;
        float number = 0;
        weights.seek(place);
        std::memcpy(&number, weights.read(4).constData(), 4);
        number += each.by;
        weights.seek(place);
        weights.write(reinterpret_cast<const char *>(&number), 4);
    }
}

} // namespace regard

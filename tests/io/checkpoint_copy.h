#pragma once

#include "paths.h"

#include <map>

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

namespace regard {

/// A copy of one of the small checkpoints, to be changed: its config.json, its tensors. The tensors are read and
/// written here once more, by Qt alone.
class CheckpointCopy {
public:
    struct Tensor {
        QString dtype;
        QJsonArray shape;
        QByteArray bytes;
    };

    explicit CheckpointCopy(const QString &name)
    {
        const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name);
        for (const QString &file : source.entryList(QDir::Files))
            if (!QFile::copy(source.filePath(file), filePath(file)))
                qFatal("%s cannot be copied", qPrintable(source.filePath(file)));
        for (const QString &file : source.entryList(QDir::Files))
            QFile::setPermissions(filePath(file), QFile::ReadOwner | QFile::WriteOwner);
        m_config = QJsonDocument::fromJson(read(QStringLiteral("config.json"))).object();
        readTensors();
    }

    QString path() const { return m_dir.path(); }
    QString filePath(const QString &file) const { return m_dir.filePath(file); }

    QByteArray read(const QString &name) const
    {
        QFile file(filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(filePath(name)));
    }

    /// Undefined takes the key away.
    void setConfig(const QString &key, const QJsonValue &value)
    {
        m_config.insert(key, value);
        write(QStringLiteral("config.json"), QJsonDocument(m_config).toJson());
    }

    /// Puts a configuration in the place of the folder's.
    void setWholeConfig(const QJsonObject &config)
    {
        m_config = config;
        write(QStringLiteral("config.json"), QJsonDocument(m_config).toJson());
    }

    std::map<QString, Tensor> tensors;

    /// Writes `tensors` as model.safetensors.
    void writeTensors() { writeTensors(tensors, QStringLiteral("model.safetensors")); }

    void writeTensors(const std::map<QString, Tensor> &some, const QString &name)
    {
        QJsonObject header;
        QByteArray data;
        for (const auto &[tensor, value] : some) {
            const qsizetype begin = data.size();
            data += value.bytes;
            header.insert(tensor, QJsonObject{{QStringLiteral("dtype"), value.dtype},
                                              {QStringLiteral("shape"), value.shape},
                                              {QStringLiteral("data_offsets"), QJsonArray{begin, data.size()}}});
        }
        const QByteArray json = QJsonDocument(header).toJson(QJsonDocument::Compact);
        QByteArray length(8, '\0');
        qToLittleEndian(quint64(json.size()), length.data());
        write(name, length + json + data);
    }

    /// The tensors in the bytes of a safetensors file, by Qt alone.
    static std::map<QString, Tensor> tensorsIn(const QByteArray &file)
    {
        std::map<QString, Tensor> tensors;
        const auto length = qsizetype(qFromLittleEndian<quint64>(file.constData()));
        const QJsonObject header = QJsonDocument::fromJson(file.mid(8, length)).object();
        for (const QString &name : header.keys()) {
            if (name == QLatin1String("__metadata__"))
                continue;
            const QJsonObject entry = header[name].toObject();
            const QJsonArray offsets = entry[QStringLiteral("data_offsets")].toArray();
            const qint64 begin = offsets[0].toInteger();
            tensors[name] = {entry[QStringLiteral("dtype")].toString(), entry[QStringLiteral("shape")].toArray(),
                             file.mid(8 + length + begin, offsets[1].toInteger() - begin)};
        }
        return tensors;
    }

private:
    void readTensors()
    {
        const QByteArray file = read(QStringLiteral("model.safetensors"));
        if (!file.isEmpty()) // else shards
            tensors = tensorsIn(file);
    }

    QTemporaryDir m_dir;
    QJsonObject m_config;
};

} // namespace regard

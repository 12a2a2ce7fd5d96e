#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QtEndian>

namespace regard {

/// A tensor of a file that is made by hand; its bytes are little-endian.
struct HandTensor {
    QString name;
    QString dtype = QStringLiteral("F32");
    std::vector<int> shape;
    QByteArray bytes;

    static HandTensor floats(const QString &name, std::vector<int> shape, const std::vector<float> &numbers)
    {
        QByteArray bytes(qsizetype(numbers.size() * sizeof(float)), '\0');
        std::memcpy(bytes.data(), numbers.data(), std::size_t(bytes.size()));
        return {name, QStringLiteral("F32"), std::move(shape), bytes};
    }
    static HandTensor sixteen(const QString &name, const QString &dtype, std::vector<int> shape,
                              const std::vector<quint16> &numbers)
    {
        QByteArray bytes(qsizetype(numbers.size() * sizeof(quint16)), '\0');
        std::memcpy(bytes.data(), numbers.data(), std::size_t(bytes.size()));
        return {name, dtype, std::move(shape), bytes};
    }
};

/// A safetensors file with those texts in its metadata.
inline QByteArray safetensorsBytes(const QJsonObject &metadata, const std::vector<HandTensor> &tensors)
{
    QJsonObject header;
    if (!metadata.isEmpty())
        header[QStringLiteral("__metadata__")] = metadata;
    qint64 begin = 0;
    QByteArray data;
    for (const HandTensor &tensor : tensors) {
        QJsonArray shape;
        for (const int size : tensor.shape)
            shape.append(size);
        header[tensor.name] =
            QJsonObject{{QStringLiteral("dtype"), tensor.dtype},
                        {QStringLiteral("shape"), shape},
                        {QStringLiteral("data_offsets"), QJsonArray{begin, begin + tensor.bytes.size()}}};
        begin += tensor.bytes.size();
        data += tensor.bytes;
    }
    const QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
    QByteArray length(8, '\0');
    qToLittleEndian<quint64>(quint64(text.size()), length.data());
    return length + text + data;
}

} // namespace regard

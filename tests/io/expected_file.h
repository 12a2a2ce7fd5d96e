#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/base/matrix.h"

namespace regard {

/// A file of expected numbers as tests/data/checkpoints/make.py writes them. A variant's holds tensors `given.NAME`
/// too. It is read here once more, by Qt alone, so that a mistake of the program's own reader does not hide.
class ExpectedFile {
public:
    explicit ExpectedFile(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(path));
        const QByteArray bytes = file.readAll();
        quint64 size = 0;
        std::memcpy(&size, bytes.constData(), sizeof size);
        m_header = QJsonDocument::fromJson(bytes.mid(sizeof size, qsizetype(size))).object();
        m_numbers = bytes.mid(qsizetype(sizeof size + size));
        const QString cases =
            m_header.take(QStringLiteral("__metadata__")).toObject()[QStringLiteral("cases")].toString();
        m_cases = QJsonDocument::fromJson(cases.toUtf8()).array();
        if (m_header.isEmpty() || m_cases.isEmpty())
            qFatal("%s is broken", qPrintable(path));
    }

    int count() const { return int(m_cases.size()); }
    QJsonObject at(int index) const { return m_cases[index].toObject(); }

    /// The names of a case's tensors, without its number.
    QStringList names(int index) const { return namesAfter(QString::number(index) + QLatin1Char('.')); }

    /// The names of the tensors that a variant adds to its folder's.
    QStringList given() const { return namesAfter(QStringLiteral("given.")); }

    /// One of them: its shape, and its bytes as float32.
    std::pair<QJsonArray, QByteArray> givenTensor(const QString &name) const
    {
        const QJsonObject tensor = m_header[QStringLiteral("given.") + name].toObject();
        const QJsonArray offsets = tensor[QStringLiteral("data_offsets")].toArray();
        const qint64 begin = offsets[0].toInteger();
        return {tensor[QStringLiteral("shape")].toArray(), m_numbers.mid(begin, offsets[1].toInteger() - begin)};
    }

    /// A tensor, as one matrix for each index of its first dimension where it has three.
    std::vector<Matrix> matrices(int index, const QString &name) const
    {
        const QJsonObject tensor = m_header[QStringLiteral("%1.%2").arg(index).arg(name)].toObject();
        const QJsonArray shape = tensor[QStringLiteral("shape")].toArray();
        const bool isStack = shape.size() == 3;
        const Eigen::Index rows = shape[isStack ? 1 : 0].toInt();
        const Eigen::Index columns = shape[isStack ? 2 : 1].toInt();
        const char *numbers = m_numbers.constData() + tensor[QStringLiteral("data_offsets")].toArray()[0].toInteger();
        std::vector<Matrix> found(isStack ? std::size_t(shape[0].toInt()) : 1);
        for (Matrix &matrix : found) {
            matrix.resize(rows, columns);
            std::memcpy(matrix.data(), numbers, std::size_t(matrix.size()) * sizeof(float));
            numbers += std::size_t(matrix.size()) * sizeof(float);
        }
        return found;
    }

private:
    QStringList namesAfter(const QString &prefix) const
    {
        QStringList found;
        for (const QString &name : m_header.keys())
            if (name.startsWith(prefix))
                found << name.mid(prefix.size());
        return found;
    }

    QJsonObject m_header;
    QByteArray m_numbers;
    QJsonArray m_cases;
};

inline std::vector<std::string> strings(const QJsonValue &list)
{
    std::vector<std::string> found;
    for (const QJsonValue &value : list.toArray())
        found.push_back(value.toString().toStdString());
    return found;
}

inline std::vector<int> integers(const QJsonValue &list)
{
    std::vector<int> found;
    for (const QJsonValue &value : list.toArray())
        found.push_back(value.toInt());
    return found;
}

} // namespace regard

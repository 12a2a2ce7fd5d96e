#include "export/compared_names.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>
#include <QStringList>

namespace regard {

namespace {

QStringList partsOf(const QString &path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath()).split(QLatin1Char('/'), Qt::SkipEmptyParts);
}

QString lastOf(const QStringList &parts, qsizetype count)
{
    return parts.mid(std::max<qsizetype>(0, parts.size() - count)).join(QLatin1Char('/'));
}

} // namespace

std::pair<QString, QString> comparedNames(const QString &first, const QString &second)
{
    const QStringList a = partsOf(first);
    const QStringList b = partsOf(second);
    qsizetype count = 1;
    while (a != b && lastOf(a, count) == lastOf(b, count))
        ++count;
    return {lastOf(a, count), lastOf(b, count)};
}

} // namespace regard

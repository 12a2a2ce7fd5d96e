#include "export/numbered_path.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>

namespace regard {

namespace {

constexpr int fewestDigits = 3;

} // namespace

QString numberedPath(const QString &path, int number, int count)
{
    const QFileInfo file(path);
    const int digits = std::max(fewestDigits, int(QString::number(count).size()));
    return file.dir().filePath(QStringLiteral("%1-%2.%3")
                                   .arg(file.completeBaseName(),
                                        QString::number(number).rightJustified(digits, QLatin1Char('0')),
                                        file.suffix()));
}

} // namespace regard

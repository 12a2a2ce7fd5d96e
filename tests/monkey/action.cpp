#include "action.h"

#include <QFile>
#include <QStringList>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

QString lineOf(const Action &action)
{
    QString line = action.kind + u' ' + QString::number(action.seed);
    if (!action.target.isEmpty())
        line += u' ' + action.target;
    return line;
}

QList<Action> readActions(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    QList<Action> actions;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        actions.append({line.section(u' ', 0, 0), line.section(u' ', 2), line.section(u' ', 1, 1).toUInt()});
    }
    return actions;
}

void writeActions(const QString &path, const QString &comment, const QList<Action> &actions)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(path));
    for (const QString &line : comment.split(u'\n', Qt::SkipEmptyParts))
        file.write("# " + line.toUtf8() + '\n');
    for (const Action &action : actions)
        file.write(lineOf(action).toUtf8() + '\n');
}

} // namespace regard::monkey

#include "reach.h"

#include <QFile>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

QString Reach::choose(const QString &what, const QStringList &which, Dice &dice)
{
    if (which.isEmpty())
        return {};
    QList<double> weights;
    double sum = 0;
    for (const QString &each : which) {
        const double seldom = 1.0 / (1 + count(what + u':' + each));
        weights.append(seldom);
        sum += seldom;
    }
    double place = dice.part() * sum;
    qsizetype chosen = 0;
    while (chosen + 1 < which.size() && (place -= weights[chosen]) >= 0)
        ++chosen;
    add(what + u':' + which[chosen]);
    return which[chosen];
}

QStringList Reach::missing() const
{
    QStringList names;
    for (auto each = m_counts.begin(); each != m_counts.end(); ++each)
        for (const QLatin1StringView what : {"action:"_L1, "panel:"_L1, "dialog:"_L1})
            if (each.key().startsWith(what) && each.value() == 0)
                names.append(each.key());
    return names;
}

void Reach::read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts))
        m_counts[line.section(u' ', 1)] += line.section(u' ', 0, 0).toInt();
}

void Reach::write(const QString &path) const
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(path));
    for (auto each = m_counts.begin(); each != m_counts.end(); ++each)
        file.write(QByteArray::number(each.value()) + ' ' + each.key().toUtf8() + '\n');
}

QString Reach::report() const
{
    QString text;
    for (const QLatin1StringView what : {"action:"_L1, "panel:"_L1, "dialog:"_L1}) {
        int known = 0;
        int reached = 0;
        for (auto each = m_counts.begin(); each != m_counts.end(); ++each) {
            if (!each.key().startsWith(what))
                continue;
            ++known;
            reached += each.value() > 0;
        }
        text += u"  %1s reached: %2 of %3\n"_s.arg(what.chopped(1)).arg(reached).arg(known);
    }
    const QStringList never = missing();
    return text +
           (never.isEmpty() ? u"  nothing was never reached\n"_s : u"  never reached: %1\n"_s.arg(never.join(u", "_s)));
}

} // namespace regard::monkey

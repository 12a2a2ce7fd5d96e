#include "window/files/entry_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSet>

#include "window/files/example_texts.h"

namespace regard {

namespace {

struct EntryNamesText {
    Q_DECLARE_TR_FUNCTIONS(ProjectFiles)
};

} // namespace

QString shownTitle(const QString &title)
{
    return title.isEmpty() ? EntryNamesText::tr("Untitled") : exampleText(title);
}

QString editedName(const QString &title, const QDateTime &edited)
{
    const bool isToday = edited.date() == QDate::currentDate();
    return EntryNamesText::tr("%1 — edited %2")
        .arg(shownTitle(title),
             isToday ? edited.toString(QStringLiteral("HH:mm")) : QLocale().toString(edited, QLocale::ShortFormat));
}

QStringList distinctNames(QStringList names)
{
    QSet<QString> taken;
    for (QString &name : names) {
        const QString wanted = name;
        for (int number = 2; taken.contains(name); ++number)
            name = QStringLiteral("%1 (%2)").arg(wanted).arg(number);
        taken.insert(name);
    }
    return names;
}

QString beginningOf(const std::string &sentence)
{
    constexpr int longest = 60;
    const QString text = QString::fromStdString(sentence).simplified();
    return text.size() <= longest ? text : text.left(longest) + QChar(0x2026);
}

QString freePath(const QString &folder, const QString &name)
{
    for (int number = 1;; ++number) {
        const QString numbered = number == 1 ? name : name + QLatin1Char(' ') + QString::number(number);
        const QString path = QDir(folder).filePath(numbered + QStringLiteral(".regard"));
        if (!QFileInfo::exists(path))
            return path;
    }
}

} // namespace regard

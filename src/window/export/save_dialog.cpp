#include "window/export/save_dialog.h"
#include "window/base/plain_message.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QLayout>
#include <QMessageBox>

namespace regard {

namespace {

constexpr int longestName = 60;

QString filterOf(const FileKind &kind)
{
    return QStringLiteral("%1 (*.%2)").arg(kind.name, kind.suffix);
}

} // namespace

SaveDialog::SaveDialog(const QString &title, const QString &start, std::vector<FileKind> kinds, int kind,
                       QWidget *parent)
    : QFileDialog(parent, title, QFileInfo(start).absolutePath()), m_kinds(std::move(kinds))
{
    setAcceptMode(AcceptSave);
    setFileMode(AnyFile);
    QStringList filters;
    for (const FileKind &each : m_kinds)
        filters.append(filterOf(each));
    setNameFilters(filters);
    selectNameFilter(filters.at(kind));
    selectFile(proposal(start, kind));
    connect(this, &QFileDialog::filterSelected, this, [this] {
        const QStringList files = selectedFiles();
        if (!files.isEmpty() && !QFileInfo(files.first()).isDir())
            selectFile(proposal(files.first(), chosenKind()));
    });
}

int SaveDialog::chosenKind() const
{
    const QString filter = selectedNameFilter();
    const auto chosen =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const FileKind &kind) { return filterOf(kind) == filter; });
    return chosen == m_kinds.end() ? 0 : int(chosen - m_kinds.begin());
}

int SaveDialog::kindOf(const QString &path) const
{
    const QString suffix = QFileInfo(path).suffix();
    const int chosen = chosenKind(); // of several with that suffix
    if (suffix.compare(m_kinds[std::size_t(chosen)].suffix, Qt::CaseInsensitive) == 0)
        return chosen;
    const auto kind = std::find_if(m_kinds.begin(), m_kinds.end(), [&](const FileKind &each) {
        return suffix.compare(each.suffix, Qt::CaseInsensitive) == 0;
    });
    return kind == m_kinds.end() ? -1 : int(kind - m_kinds.begin());
}

QString SaveDialog::completed(const QString &path) const
{
    if (kindOf(path) >= 0)
        return path;
    return path + QLatin1Char('.') + m_kinds[std::size_t(chosenKind())].suffix;
}

QString SaveDialog::proposal(const QString &path, int kind) const
{
    if (kindOf(path) == kind)
        return path;
    const QFileInfo file(path);
    const QString name = kindOf(path) >= 0 ? file.completeBaseName() : file.fileName();
    return file.absoluteDir().filePath(name + QLatin1Char('.') + m_kinds[std::size_t(kind)].suffix);
}

void SaveDialog::accept()
{
    // Only Qt's own dialog, which has a layout, asks about the name with the suffix that it adds; a native one may add
    // it after its question.
    if (layout())
        setDefaultSuffix(m_kinds[std::size_t(chosenKind())].suffix);
    QFileDialog::accept();
}

bool SaveDialog::mayOverwrite(const QString &path)
{
    PlainMessage question(QMessageBox::Warning, windowTitle(),
                          tr("%1 already exists. Do you want to replace it?").arg(QFileInfo(path).fileName()),
                          QMessageBox::Yes | QMessageBox::No, parentWidget());
    question.setDefaultButton(QMessageBox::No);
    return question.exec() == QMessageBox::Yes;
}

QString SaveDialog::ask()
{
    while (exec() == Accepted) {
        const QStringList files = selectedFiles();
        if (files.isEmpty())
            return {};
        const QString path = completed(files.first());
        // A caller that asked for no question has one of its own.
        if (path == files.first() || testOption(DontConfirmOverwrite) || !QFileInfo::exists(path) || mayOverwrite(path))
            return path;
        selectFile(path);
    }
    return {};
}

QString fileNameOf(const QString &title, const QString &otherwise)
{
    static const QString refused = QStringLiteral("/\\:*?\"<>|");
    QString name;
    for (const QChar letter : title)
        name += refused.contains(letter) || !letter.isPrint() ? QLatin1Char(' ') : letter;
    name = name.simplified().left(longestName);
    // A name that begins with a dot is hidden, one that ends with a dot loses it on some systems.
    static const QString edges = QStringLiteral(". ");
    while (!name.isEmpty() && edges.contains(name.front()))
        name.remove(0, 1);
    while (!name.isEmpty() && edges.contains(name.back()))
        name.chop(1);
    return name.isEmpty() ? otherwise : name;
}

} // namespace regard

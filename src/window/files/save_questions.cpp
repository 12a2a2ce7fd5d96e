#include "window/files/save_questions.h"
#include "window/base/plain_message.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace regard {

SaveQuestions::Answer SaveQuestions::askToSave(const QStringList &names) const
{
    const bool isOne = names.size() == 1;
    QStringList lines;
    for (const QString &name : names)
        lines << QStringLiteral("• ") + name;
    PlainMessage question(
        QMessageBox::Question, tr("Unsaved changes"),
        isOne ? tr("Save the changes to “%1”?").arg(names.first()) : tr("Save the changes to these projects?"),
        (isOne ? QMessageBox::Save : QMessageBox::SaveAll) | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    lines << QString() << tr("Unsaved changes will be lost.");
    question.setInformativeText(isOne ? lines.last() : lines.join(QLatin1Char('\n')));
    question.setDefaultButton(isOne ? QMessageBox::Save : QMessageBox::SaveAll);
    switch (question.exec()) {
    case QMessageBox::Save:
    case QMessageBox::SaveAll:
        return Answer::Save;
    case QMessageBox::Discard:
        return Answer::Discard;
    default:
        return Answer::Cancel;
    }
}

SaveQuestions::Overwriting SaveQuestions::askToOverwrite(const QString &path) const
{
    PlainMessage question(
        QMessageBox::Warning, tr("Save project"),
        tr("“%1” was changed by another program since it was opened here.").arg(QFileInfo(path).fileName()),
        QMessageBox::Cancel, m_window);
    question.setInformativeText(
        tr("Overwriting discards what the other program wrote. “Compare” shows what differs and saves nothing."));
    const QAbstractButton *overwrite = question.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
    const QAbstractButton *elsewhere = question.addButton(tr("Save &as…"), QMessageBox::ActionRole);
    QPushButton *compare = question.addButton(tr("&Compare"), QMessageBox::ActionRole);
    question.setDefaultButton(compare);
    question.exec();
    if (question.clickedButton() == overwrite)
        return Overwriting::Yes;
    if (question.clickedButton() == elsewhere)
        return Overwriting::Elsewhere;
    return question.clickedButton() == compare ? Overwriting::Compare : Overwriting::No;
}

bool SaveQuestions::askForElsewhere(const QString &sentence) const
{
    PlainMessage box(QMessageBox::Warning, tr("Save project"), sentence, QMessageBox::Cancel, m_window);
    box.setInformativeText(tr("Nothing is lost: the project is still open. Save it in another place, or try again."));
    QPushButton *elsewhere = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    box.setDefaultButton(elsewhere);
    box.exec();
    return box.clickedButton() == elsewhere;
}

} // namespace regard

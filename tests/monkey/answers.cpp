#include "answers.h"

#include <utility>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDrag>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QScopedValueRollback>
#include <QThread>
#include <QTimer>

#include "failures.h"
#include "known_dialogs.h"
#include "places.h"
#include "texts.h"
#include "touch.h"
#include "window/main_window.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr int patience = 12;   // acts on one dialog before it is left
constexpr int impatience = 30; // and before that is forced

} // namespace

void Answers::begin(std::uint32_t seed)
{
    m_dice.emplace(seed ^ 0x9e3779b9U);
    ++m_round;
    later();
}

void Answers::end()
{
    m_dice.reset();
    ++m_round;
}

/// One timer each: Qt does not start one again while what it called runs a loop of its own.
void Answers::later()
{
    QTimer::singleShot(0, this, [this, round = m_round] {
        if (round == m_round)
            turn();
    });
}

QWidget *Answers::inFront()
{
    QWidget *popup = QApplication::activePopupWidget();
    return popup ? popup : QApplication::activeModalWidget();
}

void Answers::turn()
{
    later();
    if (QThread::currentThread()->loopLevel() < 2 || !m_dice)
        return; // nobody waits
    QWidget *front = inFront();
    if (!front) {
        if (!m_isDropping)
            drop(*m_dice);
        return;
    }
    if (front == m_busyWith) {
        // A menu that came back while it was acted on waits in a loop of its own.
        if (++m_ignored > impatience * patience)
            front->close();
        return;
    }
    m_ignored = 0;
    const QPointer<QWidget> outer = std::exchange(m_busyWith, front);
    act(front, *m_dice);
    m_busyWith = outer;
}

void Answers::act(QWidget *front, Dice &dice)
{
    if (std::exchange(m_counted, front) != front)
        m_acts = 0;
    ++m_acts;
    if (qobject_cast<QDialog *>(front))
        actOnDialog(front, dice);
    else
        actOnMenu(front, dice);
}

/// A menu, or the list of a box.
void Answers::actOnMenu(QWidget *popup, Dice &dice)
{
    if (m_acts > patience) {
        popup->close();
        return;
    }
    if (auto *menu = qobject_cast<QMenu *>(popup); menu && !dice.oneIn(3)) {
        QList<QAction *> entries;
        for (QAction *action : menu->actions())
            if (action->isEnabled() && action->isVisible() && !action->isSeparator())
                entries.append(action);
        if (!entries.isEmpty()) {
            menu->setActiveAction(dice.of(entries));
            key(Qt::Key_Return);
            return;
        }
    }
    switch (dice.below(5)) {
    case 0:
        key(Qt::Key_Down);
        break;
    case 1:
        key(Qt::Key_Up);
        break;
    case 2:
        key(Qt::Key_Return);
        break;
    case 3:
        click(popup, {dice.below(popup->width()), dice.below(popup->height())});
        break;
    default:
        key(Qt::Key_Escape);
    }
}

void Answers::actOnDialog(QWidget *dialog, Dice &dice)
{
    if (m_acts == 1)
        m_world->reach().add(u"dialog:"_s + nameOfDialog(dialog));
    if (m_acts > impatience + patience)
        Failures::all().tell(u"dialog: %1 does not close"_s.arg(nameOfDialog(dialog)));
    if (m_acts > impatience)
        qobject_cast<QDialog *>(dialog)->done(QDialog::Rejected);
    else if (qobject_cast<QFileDialog *>(dialog) && m_acts < patience)
        chooseFile(dialog, dice);
    else if (qobject_cast<QMessageBox *>(dialog) || m_acts > patience || dice.oneIn(4))
        leave(dialog, dice);
    else
        touch(dialog, dice);
}

void Answers::chooseFile(QWidget *dialog, Dice &dice)
{
    auto *files = qobject_cast<QFileDialog *>(dialog);
    auto *name = files->findChild<QLineEdit *>(u"fileNameEdit"_s);
    if (!name || dice.oneIn(5)) {
        leave(dialog, dice);
        return;
    }
    const bool saves = files->acceptMode() == QFileDialog::AcceptSave;
    QString path = m_world->files().path(dice.of(saves ? m_world->files().written() : m_world->files().names()));
    if (files->fileMode() == QFileDialog::Directory && dice.oneIn(3))
        path = m_world->files().folder();
    if (saves && dice.oneIn(3))
        path = files->selectedFiles().value(0, path); // as proposed
    name->setText(path);
    name->setFocus();
    key(Qt::Key_Return);
}

/// Any of its controls, as the hand comes by.
void Answers::touch(QWidget *dialog, Dice &dice)
{
    const QList<Control> controls = controlsOf(dialog);
    QWidget *widget = dice.of(controls).widget;
    const QPoint point(dice.below(widget->width()), dice.below(widget->height()));
    switch (dice.below(6)) {
    case 0:
        widget->setFocus();
        type(someText(dice));
        break;
    case 1:
        widget->setFocus();
        key(dice.oneIn(2) ? Qt::Key_Up : Qt::Key_Down);
        break;
    case 2:
        key(dice.oneIn(2) ? Qt::Key_Tab : Qt::Key_Space);
        break;
    case 3:
        wheel(widget, point, {0, dice.oneIn(2) ? 120 : -120});
        break;
    default:
        click(widget, point);
    }
}

void Answers::leave(QWidget *dialog, Dice &dice)
{
    QList<QAbstractButton *> buttons;
    for (const QDialogButtonBox *box : dialog->findChildren<QDialogButtonBox *>())
        for (QAbstractButton *button : box->buttons())
            if (button->isVisible() && button->isEnabled())
                buttons.append(button);
    if (buttons.isEmpty())
        for (QAbstractButton *button : dialog->findChildren<QAbstractButton *>())
            if (button->isVisible() && button->isEnabled() && button->inherits("QPushButton"))
                buttons.append(button);
    if (buttons.isEmpty() || dice.oneIn(5)) {
        key(Qt::Key_Escape);
        return;
    }
    QAbstractButton *button = dice.of(buttons);
    click(button, button->rect().center());
}

/// What is dragged waits for the button to be let go.
void Answers::drop(Dice &dice)
{
    const QScopedValueRollback dropping(m_isDropping, true);
    QWidget *window = m_world->window();
    const QPoint point(dice.below(window->width()), dice.below(window->height()));
    move(window, point, Qt::LeftButton);
    if (dice.oneIn(4))
        key(Qt::Key_Escape);
    release(window, point);
}

} // namespace regard::monkey

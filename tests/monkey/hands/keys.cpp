// The keyboard: keys, shortcuts, text and what is pasted.
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTableView>

#include "kind.h"
#include "places.h"
#include "texts.h"
#include "touch.h"
#include "window/main_window.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr QChar slash = u'|';

const QList<QKeySequence> &keys()
{
    static const QList<QKeySequence> all = [] {
        QList<QKeySequence> some;
        for (const char *name : {"F5",         "F6",          "Shift+F6",
                                 "F7",         "F8",          "Shift+F8",
                                 "F9",         "F10",         "Esc",
                                 "Esc",        "Tab",         "Shift+Tab",
                                 "Space",      "Return",      "Left",
                                 "Right",      "Up",          "Down",
                                 "Home",       "End",         "PgUp",
                                 "PgDown",     "Del",         "Backspace",
                                 "Ctrl+Z",     "Ctrl+Z",      "Ctrl+Y",
                                 "Ctrl+A",     "Ctrl+C",      "Ctrl+X",
                                 "Ctrl+V",     "Ctrl++",      "Ctrl+-",
                                 "Ctrl+0",     "+",           "-",
                                 "0",          "1",           "2",
                                 "3",          "9",           "A",
                                 "B",          "F",           "S",
                                 ".",          "Shift+Up",    "Shift+Down",
                                 "Shift+Left", "Shift+Right", "Ctrl+Left",
                                 "Ctrl+Right", "Ctrl+Up",     "Ctrl+Down",
                                 "Alt+1",      "Alt+2",       "Shift+PgDown",
                                 "Shift+PgUp", "Ctrl+Home",   "Ctrl+End",
                                 "F2",         "Menu",        "Shift+F10",
                                 "Ctrl+Return"})
            some << QKeySequence::fromString(QString::fromLatin1(name));
        return some;
    }();
    return all;
}

void pressSequence(const QKeySequence &sequence)
{
    if (sequence.isEmpty())
        return;
    const QKeyCombination first = sequence[0];
    key(first.key(), first.keyboardModifiers());
}

std::optional<QString> chooseKey(World &world, Dice &dice)
{
    QStringList names;
    for (const QKeySequence &each : keys())
        names << each.toString();
    return world.reach().choose(u"key"_s, names, dice);
}

void pressKey(World &, const QString &target, Dice &)
{
    pressSequence(QKeySequence::fromString(target));
}

std::optional<QString> chooseShortcut(World &world, Dice &dice)
{
    QStringList names;
    for (const QAction *action : world.window()->findChildren<QAction *>())
        for (const QKeySequence &shortcut : action->shortcuts())
            if (action->isEnabled() && action->objectName() != "actionQuit"_L1)
                names << shortcut.toString();
    names.removeDuplicates();
    names.sort();
    if (names.isEmpty())
        return {};
    return world.reach().choose(u"shortcut"_s, names, dice);
}

/// Fields that take text, numbers or a choice.
std::optional<QString> chooseField(World &world, Dice &dice)
{
    QStringList fields;
    for (const Place &place : placesOf(world.window())) {
        for (const Control &control : controlsOf(place.widget)) {
            const QWidget *widget = control.widget;
            if (qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) ||
                qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSlider *>(widget) ||
                qobject_cast<const QPlainTextEdit *>(widget))
                if (!widget->inherits("QScrollBar"))
                    fields << place.name + slash + control.name;
        }
    }
    if (fields.isEmpty())
        return {};
    return world.reach().choose(u"field"_s, fields, dice);
}

QWidget *fieldOf(World &world, const QString &target)
{
    const QString place = target.section(slash, 0, 0);
    QWidget *field = controlNamed(placeNamed(world.window(), place), target.section(slash, 1));
    if (field)
        click(field, field->rect().center());
    return field;
}

void fillField(World &world, const QString &target, Dice &dice)
{
    const QWidget *field = fieldOf(world, target);
    if (!field)
        return;
    if (!dice.oneIn(4))
        key(Qt::Key_A, Qt::ControlModifier);
    const bool isSentence = field->inherits("regard::SentenceField");
    type(isSentence ? someSentence(dice) : field->inherits("QAbstractSpinBox") ? someNumber(dice) : someText(dice));
    switch (dice.below(4)) {
    case 0:
        key(Qt::Key_Return);
        break;
    case 1:
        key(Qt::Key_Tab);
        break;
    case 2:
        key(Qt::Key_Escape);
        break;
    default:
        break;
    }
}

void turnField(World &world, const QString &target, Dice &dice)
{
    if (!fieldOf(world, target))
        return;
    const Qt::Key way = dice.oneIn(2) ? Qt::Key_Up : Qt::Key_Down;
    for (int i = dice.between(1, 3); i > 0; --i)
        key(way);
    if (dice.oneIn(2))
        key(Qt::Key_Return);
}

std::optional<QString> here(World &, Dice &)
{
    return QString();
}

/// Into whatever has the keyboard.
void typeHere(World &, const QString &, Dice &dice)
{
    type(dice.oneIn(2) ? someNumber(dice) : someText(dice));
    if (dice.oneIn(2))
        key(Qt::Key_Return);
}

void pasteHere(World &, const QString &, Dice &dice)
{
    QApplication::clipboard()->setText(someBlock(dice));
    key(Qt::Key_V, Qt::ControlModifier);
}

/// A cell of the weights: chosen, and written or pasted over.
std::optional<QString> chooseCell(World &world, Dice &)
{
    if (!placeNamed(world.window(), u"weights"_s))
        return {};
    return QString();
}

void writeCell(World &world, const QString &, Dice &dice)
{
    QWidget *panel = placeNamed(world.window(), u"weights"_s);
    auto *table = panel ? panel->findChild<QTableView *>() : nullptr;
    if (!table || !table->isVisible() || !table->model())
        return;
    world.reach().add(u"panel:weights"_s);
    const QRect part = table->viewport()->rect();
    const QPoint point(dice.below(part.width()), dice.below(part.height()));
    click(table->viewport(), point);
    switch (dice.below(4)) {
    case 0:
        QApplication::clipboard()->setText(someBlock(dice));
        key(Qt::Key_V, Qt::ControlModifier);
        break;
    case 1:
        wheel(table->viewport(), point, {0, dice.oneIn(2) ? 120 : -120}, Qt::ControlModifier);
        break;
    case 2:
        drag(table->viewport(), point, {point + QPoint(0, 8), point + QPoint(dice.between(-60, 60), -30)});
        break;
    default:
        type(someNumber(dice));
        key(dice.oneIn(5) ? Qt::Key_Escape : Qt::Key_Return);
    }
}

void undoSome(World &, const QString &, Dice &dice)
{
    for (int i = dice.between(1, 8); i > 0; --i)
        key(Qt::Key_Z, Qt::ControlModifier);
    for (int i = dice.between(0, 8); i > 0; --i)
        key(Qt::Key_Y, Qt::ControlModifier);
}

} // namespace

std::vector<Kind> keyKinds()
{
    return {{"key", 16, chooseKey, pressKey},     {"shortcut", 6, chooseShortcut, pressKey},
            {"fill", 10, chooseField, fillField}, {"turn", 6, chooseField, turnField},
            {"type", 3, here, typeHere},          {"paste", 3, here, pasteHere},
            {"cell", 5, chooseCell, writeCell},   {"undo", 2, here, undoSome}};
}

} // namespace regard::monkey

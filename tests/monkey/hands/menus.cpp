// The menus, opened and walked through; and what waits for an answer.
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include "answers.h"
#include "kind.h"
#include "touch.h"
#include "window/main_window.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

struct Entry {
    QString name; ///< of its menu and of itself
    QMenu *menu;
    QAction *action;
};

QList<Entry> entries(const MainWindow *window)
{
    QList<Entry> found;
    for (QMenu *menu : window->menuBar()->findChildren<QMenu *>())
        for (QAction *action : menu->actions())
            if (action->isEnabled() && action->isVisible() && !action->isSeparator() && !action->menu())
                found.append({nameOf(action), menu, action});
    return found;
}

std::optional<QString> chooseEntry(World &world, Dice &dice)
{
    QStringList names;
    for (const Entry &entry : entries(world.window()))
        if (entry.action->objectName() != "actionQuit"_L1 || dice.oneIn(50)) // each quits the program
            names << entry.name;
    names.removeDuplicates();
    if (names.isEmpty())
        return {};
    return world.reach().choose(u"entry"_s, names, dice);
}

void openAndChoose(World &world, const QString &target, Dice &dice)
{
    for (const Entry &entry : entries(world.window())) {
        if (entry.name != target)
            continue;
        const QPointer<QMenu> menu = entry.menu;
        const QPointer<QAction> action = entry.action;
        menu->popup(world.window()->mapToGlobal(QPoint(40, 30)));
        if (target == "menuRecent"_L1) { // filled anew as it opens
            world.watchActions();
            const QList<QAction *> recent = menu->actions();
            if (!recent.isEmpty())
                menu->setActiveAction(dice.of(recent));
        } else if (action) {
            menu->setActiveAction(action);
        }
        key(dice.oneIn(20) ? Qt::Key_Escape : Qt::Key_Return);
        if (menu && menu->isVisible() && !dice.oneIn(4))
            menu->close();
        return;
    }
}

std::optional<QString> whatWaits(World &, Dice &)
{
    if (!Answers::inFront())
        return {};
    return QString();
}

/// What is open without a loop of its own.
void answer(World &world, const QString &, Dice &dice)
{
    Answers answers(&world);
    for (int i = 0; i < 6 && Answers::inFront(); ++i)
        answers.act(Answers::inFront(), dice);
}

} // namespace

std::vector<Kind> menuKinds()
{
    return {{"menu", 18, chooseEntry, openAndChoose}, {"answer", 3, whatWaits, answer}};
}

} // namespace regard::monkey

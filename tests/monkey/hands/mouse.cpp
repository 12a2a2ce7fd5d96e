// The mouse over whatever is there: clicks, drags and the wheel.
#include <QPointer>
#include <QSplitterHandle>
#include <QTabBar>

#include "kind.h"
#include "places.h"
#include "touch.h"
#include "window/bar/top_bar.h"
#include "window/main_window.h"
#include "window/regions/region_handle.h"
#include "window/regions/regions.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr QChar mouseSlash = u'|'; // between a place and a control in it

std::optional<QString> chooseControl(World &world, Dice &dice)
{
    QStringList places;
    for (const Place &place : placesOf(world.window()))
        places << place.name;
    const QString place = world.reach().choose(u"place"_s, places, dice);
    QWidget *widget = placeNamed(world.window(), place);
    if (!widget)
        return {};
    QStringList controls;
    for (const Control &control : controlsOf(widget))
        controls << control.name;
    return place + mouseSlash + world.reach().choose(u"control:"_s + place, controls, dice);
}

/// Null where it is not seen. Counts its panel as reached.
QWidget *controlOf(World &world, const QString &target)
{
    const QString name = target.section(mouseSlash, 0, 0);
    for (const Place &place : placesOf(world.window())) {
        if (place.name != name)
            continue;
        if (place.isPanel)
            world.reach().add(u"panel:"_s + name);
        return controlNamed(place.widget, target.section(mouseSlash, 1));
    }
    return nullptr;
}

/// A point of what is seen of it.
QPoint pointOn(const QWidget *widget, Dice &dice)
{
    const QRect part = widget->visibleRegion().boundingRect();
    if (part.isEmpty() || dice.oneIn(4))
        return part.center();
    return part.topLeft() + QPoint(dice.below(part.width()), dice.below(part.height()));
}

Qt::KeyboardModifiers someKeys(Dice &dice)
{
    switch (dice.below(8)) {
    case 0:
        return Qt::ControlModifier;
    case 1:
        return Qt::ShiftModifier;
    default:
        return Qt::NoModifier;
    }
}

void clickControl(World &world, const QString &target, Dice &dice)
{
    if (QWidget *widget = controlOf(world, target))
        click(widget, pointOn(widget, dice), Qt::LeftButton, someKeys(dice));
}

void doubleClickControl(World &world, const QString &target, Dice &dice)
{
    if (QWidget *widget = controlOf(world, target))
        doubleClick(widget, pointOn(widget, dice), someKeys(dice));
}

void rightClickControl(World &world, const QString &target, Dice &dice)
{
    QPointer<QWidget> widget = controlOf(world, target);
    if (!widget)
        return;
    const QPoint point = pointOn(widget, dice);
    click(widget, point, Qt::RightButton);
    // The window system's own plugin sends this, which the one without a screen does not.
    if (!widget)
        return;
    QContextMenuEvent event(QContextMenuEvent::Mouse, point, widget->mapToGlobal(point));
    QCoreApplication::sendEvent(widget, &event);
}

void pointAtControl(World &world, const QString &target, Dice &dice)
{
    const QPointer<QWidget> widget = controlOf(world, target);
    for (int i = dice.between(1, 4); i > 0 && widget; --i)
        move(widget, pointOn(widget, dice), Qt::NoButton, someKeys(dice));
}

void dragControl(World &world, const QString &target, Dice &dice)
{
    QWidget *widget = controlOf(world, target);
    if (!widget)
        return;
    const QPoint from = pointOn(widget, dice);
    const int reach = dice.oneIn(3) ? 300 : 40; // pixels
    QList<QPoint> way;
    for (int i = dice.between(2, 5); i > 0; --i)
        way << from + QPoint(dice.between(-reach, reach), dice.between(-reach, reach));
    drag(widget, from, way, someKeys(dice));
}

void wheelControl(World &world, const QString &target, Dice &dice)
{
    const QPointer<QWidget> widget = controlOf(world, target);
    const Qt::KeyboardModifiers keys = dice.oneIn(2) ? Qt::ControlModifier : Qt::NoModifier;
    for (int i = dice.between(1, 3); i > 0 && widget; --i) {
        const int turned = dice.oneIn(2) ? 120 : -120; // eighths of a degree
        wheel(widget, pointOn(widget, dice), dice.oneIn(5) ? QPoint(turned, 0) : QPoint(0, turned), keys);
    }
}

std::optional<QString> chooseHandle(World &world, Dice &dice)
{
    QStringList handles;
    for (const Place &place : placesOf(world.window()))
        for (const Control &control : controlsOf(place.widget))
            if (qobject_cast<QSplitterHandle *>(control.widget) || qobject_cast<RegionHandle *>(control.widget))
                handles << place.name + mouseSlash + control.name;
    if (handles.isEmpty())
        return {};
    return world.reach().choose(u"handle"_s, handles, dice);
}

std::optional<QString> chooseMode(World &world, Dice &dice)
{
    QStringList modes;
    for (const ModeRow &row : modeRows())
        modes << QString::fromLatin1(spelling(row.mode));
    return world.reach().choose(u"mode"_s, modes, dice);
}

void goToMode(World &world, const QString &target, Dice &)
{
    emit world.window()->findChild<TopBar *>()->modeAsked(modeOfWord(target));
}

std::optional<QString> chooseOwnWindow(World &world, Dice &dice)
{
    QStringList panels;
    for (const std::string &word : panelWords())
        panels << QString::fromStdString(word);
    return world.reach().choose(u"own-window"_s, panels, dice);
}

/// Into a window of its own, or back.
void moveToOwnWindow(World &world, const QString &target, Dice &)
{
    const PanelId panel = *panelOfWord(target.toStdString());
    Regions *regions = world.window()->regions();
    if (regions->isPresented())
        return;
    world.reach().add(u"panel:"_s + target);
    if (regions->isInWindow(panel))
        regions->close(panel);
    else
        regions->openInWindow(panel);
}

std::optional<QString> chooseTab(World &world, Dice &dice)
{
    QStringList tabs;
    for (const Place &place : placesOf(world.window()))
        for (const Control &control : controlsOf(place.widget))
            if (const auto *bar = qobject_cast<const QTabBar *>(control.widget))
                for (int i = 0; i < bar->count(); ++i)
                    tabs << place.name + mouseSlash + control.name + u'@' + QString::number(i);
    if (tabs.isEmpty())
        return {};
    return world.reach().choose(u"tab"_s, tabs, dice);
}

void clickTab(World &world, const QString &target, Dice &dice)
{
    auto *bar = qobject_cast<QTabBar *>(controlOf(world, target.section(u'@', 0, 0)));
    const int tab = target.section(u'@', 1).toInt();
    if (!bar || tab >= bar->count())
        return;
    const QPoint from = bar->tabRect(tab).center();
    if (dice.oneIn(6))
        drag(bar, from, {from + QPoint(20, 0), from + QPoint(dice.between(-200, 200), dice.between(-100, 100))});
    else
        click(bar, from);
}

} // namespace

std::vector<Kind> mouseKinds()
{
    return {{"click", 20, chooseControl, clickControl},
            {"double-click", 3, chooseControl, doubleClickControl},
            {"right-click", 3, chooseControl, rightClickControl},
            {"point", 5, chooseControl, pointAtControl},
            {"drag", 5, chooseControl, dragControl},
            {"wheel", 4, chooseControl, wheelControl},
            {"handle", 1, chooseHandle, dragControl},
            {"mode", 3, chooseMode, goToMode},
            {"own-window", 1, chooseOwnWindow, moveToOwnWindow},
            {"tab", 4, chooseTab, clickTab}};
}

} // namespace regard::monkey

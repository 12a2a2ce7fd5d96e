// Panels that are folded or behind others, brought up and used, least reached first; and what asks only after several
// steps: other sizes of a model that has learned, several projects left at once.
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QMenu>

#include "answers.h"
#include "document/document.h"
#include "kind.h"
#include "places.h"
#include "texts.h"
#include "touch.h"
#include "window/files/project_files.h"
#include "window/main_window.h"
#include "window/presentation/presentation.h"
#include "window/regions/regions.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

/// The panel, seen now; null where the window has no room for it, as while it presents.
QWidget *bringUp(World &world, const QString &panel)
{
    if (const std::optional<PanelId> id = panelOfWord(panel.toStdString());
        id && !world.window()->presentation()->isOn()) {
        world.window()->regions()->open(*id);
        QCoreApplication::processEvents();
    }
    return placeNamed(world.window(), panel);
}

template <typename Widget>
QStringList namesOf(QWidget *place)
{
    QStringList names;
    for (const Control &control : controlsOf(place))
        if (qobject_cast<Widget *>(control.widget))
            names << control.name;
    return names;
}

std::optional<QString> choosePanel(World &world, Dice &dice)
{
    QStringList panels;
    for (const std::string &word : panelWords())
        panels << QString::fromStdString(word);
    return world.reach().choose(u"brought-up"_s, panels, dice);
}

/// Presses one of its buttons, or touches anything in it.
void usePanel(World &world, const QString &target, Dice &dice)
{
    QWidget *panel = bringUp(world, target);
    if (!panel)
        return;
    world.reach().add(u"panel:"_s + target);
    const QStringList buttons = namesOf<QAbstractButton>(panel);
    if (!buttons.isEmpty() && !dice.oneIn(3)) {
        QWidget *button = controlNamed(panel, dice.of(buttons));
        click(button, button->rect().center());
        return;
    }
    const QList<Control> controls = controlsOf(panel);
    QWidget *widget = dice.of(controls).widget;
    click(widget, {dice.below(widget->width()), dice.below(widget->height())});
}

constexpr QChar panelsSlash = u'|';

std::optional<QString> chooseButton(World &world, Dice &dice)
{
    QStringList buttons;
    for (const Place &place : placesOf(world.window()))
        if (place.isPanel)
            for (const QString &button : namesOf<QAbstractButton>(place.widget))
                buttons << place.name + panelsSlash + button;
    if (buttons.isEmpty())
        return {};
    return world.reach().choose(u"button"_s, buttons, dice);
}

void pressButton(World &world, const QString &target, Dice &)
{
    QWidget *panel = placeNamed(world.window(), target.section(panelsSlash, 0, 0));
    if (QWidget *button = controlNamed(panel, target.section(panelsSlash, 1)))
        click(button, button->rect().center());
}

std::optional<QString> hasLearned(World &world, Dice &)
{
    const Training &training = world.document()->training();
    if (training.isRunning() || training.state().step == 0)
        return {};
    return QString();
}

void changeSizes(World &world, const QString &, Dice &dice)
{
    QWidget *panel = bringUp(world, u"model"_s);
    const QStringList fields = panel ? namesOf<QAbstractSpinBox>(panel) + namesOf<QComboBox>(panel) : QStringList();
    if (fields.isEmpty())
        return;
    world.reach().add(u"panel:model"_s);
    QWidget *field = controlNamed(panel, dice.of(fields));
    field->setFocus(Qt::TabFocusReason); // which scrolls it into view
    key(dice.oneIn(2) ? Qt::Key_Up : Qt::Key_Down);
    key(Qt::Key_Return);
}

std::optional<QString> nothingPanels(World &, Dice &)
{
    return QString();
}

/// Two or three projects with changes, and the end of the program, which asks about all of them.
void leaveSeveral(World &world, const QString &, Dice &dice)
{
    static const QStringList small{u"three-inputs"_s, u"vaswani"_s, u"who-what-where"_s};
    for (int i = dice.between(1, 2); i >= 0; --i) {
        world.window()->files()->openExample(small[i]);
        if (!world.document()->attention()) // which stays open where the question about it was answered so
            world.document()->sentences().setSource(someSentence(dice));
    }
    if (!QApplication::activeModalWidget() && !QApplication::activePopupWidget())
        world.window()->close();
}

/// Snapshots until there are nine, the most that have an entry each, and one of them back.
void takeSnapshots(World &world, const QString &, Dice &dice)
{
    auto *take = world.window()->findChild<QAction *>(u"actionTakeSnapshot"_s);
    const QMenu *recall = world.window()->findChild<QMenu *>(u"menuRecall"_s);
    if (!take || !recall || Answers::inFront())
        return;
    for (int i = 0; i < 9 && !recall->actions().last()->isEnabled(); ++i)
        take->trigger();
    recall->actions()[dice.below(int(recall->actions().size()))]->trigger();
}

} // namespace

std::vector<Kind> panelKinds()
{
    return {{"panel", 6, choosePanel, usePanel},
            {"press", 6, chooseButton, pressButton},
            {"sizes", 1, hasLearned, changeSizes},
            {"snapshots", 0.3, nothingPanels, takeSnapshots},
            {"leave-several", 0.2, nothingPanels, leaveSeveral}};
}

} // namespace regard::monkey

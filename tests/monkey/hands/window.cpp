// The window as a whole: its size, the language, time that passes, the end of the program and its next start.
#include <QApplication>
#include <QMenu>
#include <QMenuBar>

#include "kind.h"
#include "touch.h"
#include "window/main_window.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

std::optional<QString> nothingWindow(World &, Dice &)
{
    return QString();
}

void resize(World &world, const QString &, Dice &dice)
{
    static constexpr QSize sizes[] = {{1024, 700}, {1024, 600}, {760, 520}, {1280, 720}, {900, 640}};
    QSize size = sizes[dice.below(5)];
    if (dice.oneIn(4))
        size = {dice.between(760, 1300), dice.between(520, 800)};
    if (!world.window()->isFullScreen())
        world.window()->resize(size);
}

void wait(World &world, const QString &, Dice &dice)
{
    world.pass(dice.oneIn(2) ? 400 : 5000);
}

/// Another window of another program, or of this one, comes to the front.
void lookAway(World &world, const QString &, Dice &)
{
    QWidget other;
    other.show();
    other.activateWindow();
    QApplication::processEvents();
    other.close();
    world.window()->activateWindow();
}

void quit(World &world, const QString &, Dice &)
{
    if (!QApplication::activeModalWidget())
        world.window()->close();
}

void die(World &world, const QString &, Dice &)
{
    if (!QApplication::activeModalWidget() && !QApplication::activePopupWidget())
        world.startAgain(false);
}

} // namespace

std::vector<Kind> windowKinds()
{
    return {{"resize", 1.5, nothingWindow, resize},
            {"wait", 2, nothingWindow, wait},
            {"look-away", 0.5, nothingWindow, lookAway},
            {"quit", 0.3, nothingWindow, quit},
            {"die", 0.3, nothingWindow, die}};
}

} // namespace regard::monkey

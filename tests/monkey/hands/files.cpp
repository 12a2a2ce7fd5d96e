// Files that are dropped on the window, or named on the command line of a program that is running.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "app/window/main_window.h"
#include "kind.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

std::optional<QString> chooseFile(World &world, Dice &dice)
{
    return world.reach().choose(u"file"_s, world.files().names(), dice);
}

void dropFile(World &world, const QString &target, Dice &dice)
{
    QMimeData data;
    const QUrl url = QUrl::fromLocalFile(world.files().path(target));
    switch (dice.below(12)) {
    case 0:
        data.setText(target);
        break;
    case 1:
        data.setUrls({url, url});
        break;
    case 2:
        data.setUrls({QUrl(u"https://example.org/a.regard"_s)});
        break;
    default:
        data.setUrls({url});
    }
    QWidget *window = world.window();
    const QPoint point(dice.below(window->width()), dice.below(window->height()));
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &enter);
    if (!enter.isAccepted())
        return;
    QDropEvent drop(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &drop);
}

void openFile(World &world, const QString &target, Dice &)
{
    world.window()->openFile(world.files().path(target));
}

} // namespace

std::vector<Kind> fileKinds()
{
    return {{"drop", 2, chooseFile, dropFile}, {"open", 1, chooseFile, openFile}};
}

} // namespace regard::monkey

// Files that are dropped on the window, named on the command line of a program that is running, or touched by another
// program.
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "answers.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "kind.h"
#include "touch.h"
#include "window/main_window.h"
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

std::optional<QString> nothing(World &, Dice &)
{
    return QString();
}

/// Another program writes the document's file anew, or takes its folder away; mostly the document is changed and saved
/// then.
void meddle(World &world, const QString &, Dice &dice)
{
    const QString folder = world.files().path(Files::goingFolder());
    const auto write = [&](const QString &path, const char *example) {
        QDir().mkpath(folder);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(exampleJson(example)));
    };
    if (dice.oneIn(2)) {
        write(folder + u"/d.regard"_s, "three-inputs");
        world.window()->openFile(folder + u"/d.regard"_s);
    }
    const QString path = world.document()->path();
    if (path.startsWith(folder) && dice.oneIn(2))
        QDir(folder).removeRecursively();
    else if (path.startsWith(world.files().folder() + u'/'))
        write(path, dice.oneIn(2) ? "three-inputs" : "vaswani");
    if (dice.oneIn(3) || Answers::inFront())
        return;
    key(Qt::Key_A, Qt::NoModifier);
    key(Qt::Key_S, Qt::ControlModifier);
}

} // namespace

std::vector<Kind> fileKinds()
{
    return {{"drop", 2, chooseFile, dropFile}, {"open", 1, chooseFile, openFile}, {"meddle", 1, nothing, meddle}};
}

} // namespace regard::monkey

#include <QAction>
#include <QDir>
#include <QPixmap>
#include <QSettings>
#include <QTemporaryDir>

#include "document/document.h"
#include "window/application.h"
#include "window/main_window.h"

using namespace regard;

namespace {

constexpr QSize windowSize(1440, 900);
constexpr int pronoun = 4; ///< the row of W_Q in the first example

void settle(const MainWindow &window)
{
    window.document()->waitForResult();
    for (int i = 0; i < 20; ++i) // layouts, and what they have computed, come in turns of the event loop
        QApplication::processEvents();
    window.document()->waitForResult();
    QApplication::processEvents();
}

void trigger(const MainWindow &window, const char *action)
{
    window.findChild<QAction *>(QString::fromLatin1(action))->trigger();
    settle(window);
}

void save(MainWindow &window, const QString &path)
{
    if (QWidget *focus = QApplication::focusWidget())
        focus->clearFocus();
    if (!window.grab().save(path))
        qFatal("%s cannot be written", qPrintable(path));
}

} // namespace

/// regard_pictures FOLDER: the window as it opens, light and dark, and what changed when a cell was edited.
int main(int argc, char **argv)
{
    const QTemporaryDir settings; // a first start, whatever the user's own say
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    Application application(argc, argv);
    if (argc != 2)
        qFatal("usage: regard_pictures FOLDER");
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    MainWindow window;
    window.resize(windowSize);
    window.show();
    settle(window);
    trigger(window, "actionThemeDark");
    save(window, folder.filePath(QStringLiteral("window-dark.png")));
    trigger(window, "actionThemeLight");
    save(window, folder.filePath(QStringLiteral("window-light.png")));
    trigger(window, "actionPin");
    window.document()->matrices().editCell("encoder.0.self.w_q", pronoun, 0, -4);
    settle(window);
    trigger(window, "actionShowDifference");
    save(window, folder.filePath(QStringLiteral("difference-light.png")));
    return 0;
}

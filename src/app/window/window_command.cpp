#include "app/window/window_command.h"

#include <QFile>

#include "app/window/application.h"
#include "app/window/main_window.h"
#include "app/window/window_holder.h"
#include "cli/base/version.h"
#include "io/base/file_error.h"

namespace regard {

int runWindow(int argc, char **argv, const std::string &file)
{
    // Without a display Qt ends the process; an error message is kinder.
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        throw FileError("window", "there is no display; regard export works without one");
    Application application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("regard"));
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setDesktopFileName(QStringLiteral("regard"));
    WindowHolder holder;
    if (!file.empty())
        holder.window()->openFile(QFile::decodeName(QByteArray::fromStdString(file)));
    return QApplication::exec();
}

} // namespace regard

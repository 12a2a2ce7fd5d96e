#include "window/window_command.h"

#include <memory>
#include <utility>

#include <QFile>
#include <QFontInfo>

#include "cli/window_options.h"
#include "controls/motion.h"
#include "export/version.h"
#include "io/base/file_error.h"
#include "io/recovery/recovery_folder.h"
#include "window/application.h"
#include "window/end_signals.h"
#include "window/main_window.h"
#include "window/recovery/autosave.h"
#include "window/recovery/recovery_dialog.h"
#include "window/window_holder.h"

namespace regard {

namespace {

/// Null where its folder cannot be made, which is said in the log alone: the window works without.
std::unique_ptr<Autosave> newAutosave(int delay)
{
    try {
        return std::make_unique<Autosave>(RecoveryFolder::make(recoveryRoot()), Autosave::Pace::after(delay));
    } catch (const FileError &error) {
        qWarning("Unsaved work cannot be kept for recovery: %s", error.what());
        return nullptr;
    }
}

/// Where the desktop's type is smaller than the window is designed for.
void useLegibleType()
{
    constexpr int leastType = 14; // pixels, at type × 1
    QFont font = QApplication::font();
    if (QFontInfo(font).pixelSize() >= leastType)
        return;
    font.setPixelSize(leastType);
    QApplication::setFont(font);
}

} // namespace

int runWindow(int argc, char **argv, const WindowOptions &options)
{
    // Qt ends the process without a display; an error message is kinder.
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        throw FileError("window", "there is no display; regard export works without one");
    Application application(argc, argv);
    useLegibleType();
    QApplication::setApplicationName(QStringLiteral("regard"));
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setDesktopFileName(QStringLiteral("io.github.regard.regard"));
    setGlides(true);
    std::unique_ptr<Autosave> made = newAutosave(options.autosaveDelay);
    Autosave *autosave = made.get();
    WindowHolder holder(std::move(made));
    if (autosave)
        QObject::connect(&application, &QGuiApplication::commitDataRequest, autosave, &Autosave::flush);
    const EndSignals endSignals([autosave] {
        if (autosave)
            autosave->leave();
    });
    const QString file = QFile::decodeName(QByteArray::fromStdString(options.file));
    const bool isOpen = !file.isEmpty() && holder.window()->openFile(file);
    if (RecoveryDialog *recovery = holder.offerRecovery(recoveryRoot()); recovery && isOpen)
        recovery->nameOpened(file);
    const int code = QApplication::exec();
    if (autosave)
        autosave->end(); // every window was closed, and asked
    return code;
}

} // namespace regard

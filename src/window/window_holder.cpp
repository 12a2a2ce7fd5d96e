#include "window/window_holder.h"

#include <utility>

#include <QApplication>
#include <QThread>
#include <QTimer>

#include "document/document.h"
#include "io/recovery/recovery_folder.h"
#include "window/base/language.h"
#include "window/fault_strip.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/main_window.h"
#include "window/recovery/autosave.h"
#include "window/recovery/recovery_dialog.h"
#include "window/regions/panel_set.h"

namespace regard {

WindowHolder::WindowHolder() : WindowHolder(std::unique_ptr<Autosave>()) {}

WindowHolder::WindowHolder(std::unique_ptr<Autosave> autosave) : m_autosave(std::move(autosave))
{
    installLanguage(Settings::read().language);
    show(nullptr);
}

WindowHolder::~WindowHolder() = default;

void WindowHolder::show(Document *document)
{
    m_window = std::make_unique<MainWindow>(nullptr, document);
    // Queued: the menu that asked belongs to the window being replaced.
    connect(m_window.get(), &MainWindow::languageChosen, this, &WindowHolder::takeLanguage, Qt::QueuedConnection);
    m_window->show();
    if (!m_autosave)
        return;
    connect(m_autosave.get(), &Autosave::failed, m_window->faults(), &FaultStrip::showError);
    m_autosave->watch(place());
}

WorkPlace WindowHolder::place() const
{
    return {m_window.get(),      m_window->document(), m_window->files(),
            m_window->lessons(), m_window->regions(),  &m_window->theme()};
}

RecoveryDialog *WindowHolder::offerRecovery(const QString &root)
{
    std::vector<std::unique_ptr<RecoveryFolder>> folders = RecoveryFolder::abandoned(root);
    if (folders.empty())
        return nullptr;
    auto *dialog = new RecoveryDialog(std::move(folders), m_autosave.get(), place());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

void WindowHolder::takeLanguage(const QString &word)
{
    if (languageCode(word) == interfaceLanguage())
        return;
    // A dialog with a loop of its own returns into the window that it came from.
    if (QThread::currentThread()->loopLevel() > 1) {
        constexpr int soon = 100; // milliseconds
        QTimer::singleShot(soon, this, [this, word] { takeLanguage(word); });
        return;
    }
    std::optional<LessonSession> lesson = m_window->lessons()->session();
    const auto refusals = m_window->panels()->refusals();
    UnsavedProjects unsaved = m_window->files()->unsaved();
    Document *document = m_window->releaseDocument();
    // The old window goes first, because a style sheet is set for all windows; the program would end with its last one.
    QApplication::setQuitOnLastWindowClosed(false);
    m_window.reset();
    installLanguage(word);
    document->translateErrors();
    show(document);
    QApplication::setQuitOnLastWindowClosed(true);
    m_window->files()->resume(std::move(unsaved));
    if (lesson)
        m_window->lessons()->resume(std::move(*lesson));
    else
        m_window->lessons()->close(); // one that was edited
    for (const auto &say : refusals)
        say(*m_window->panels());
}

} // namespace regard

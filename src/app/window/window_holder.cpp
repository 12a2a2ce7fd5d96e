#include "app/window/window_holder.h"

#include <utility>

#include "app/base/language.h"
#include "app/files/lesson_desk.h"
#include "app/files/project_files.h"
#include "app/window/main_window.h"
#include "document/document.h"

namespace regard {

WindowHolder::WindowHolder()
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
}

void WindowHolder::takeLanguage(const QString &word)
{
    if (languageCode(word) == interfaceLanguage())
        return;
    // The old window goes last, because the program ends with its last window.
    const std::unique_ptr<MainWindow> old = std::move(m_window);
    std::optional<LessonSession> lesson = old->lessons()->session();
    UnsavedProjects unsaved = old->files()->unsaved();
    Document *document = old->releaseDocument();
    installLanguage(word);
    show(document);
    m_window->files()->resume(std::move(unsaved));
    if (lesson)
        m_window->lessons()->resume(std::move(*lesson));
}

} // namespace regard

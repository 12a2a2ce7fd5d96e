#include "world.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include "document/document.h"
#include "io/recovery/recovery_folder.h"
#include "known_dialogs.h"
#include "window/main_window.h"
#include "window/recovery/autosave.h"
#include "window/recovery/recovery_dialog.h"
#include "window/window_holder.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr Autosave::Pace pace{300, 900}; // milliseconds: often, as there are some thirty actions a second

/// The panels that have to be reached.
QStringList panelNames()
{
    QStringList names{u"lesson"_s};
    for (const std::string &word : panelWords())
        names << QString::fromStdString(word);
    return names;
}

} // namespace

World::World(const QString &home) : m_home(home), m_files(home + u"/work"_s)
{
    for (const QString &panel : panelNames())
        m_reach.know(u"panel:"_s + panel);
    for (const QString &dialog : knownDialogs())
        m_reach.know(u"dialog:"_s + dialog);
    start();
}

World::~World()
{
    stop(true);
}

MainWindow *World::window() const
{
    return m_holder->window();
}

Document *World::document() const
{
    return window()->document();
}

void World::start()
{
    auto autosave = std::make_unique<Autosave>(RecoveryFolder::make(recoveryRoot()), pace);
    m_autosave = autosave.get();
    m_holder = std::make_unique<WindowHolder>(std::move(autosave));
    window()->resize(1024, 700);
    watch();
}

void World::stop(bool isClean)
{
    if (isClean)
        m_autosave->end();
    m_holder.reset();
    m_autosave = nullptr;
}

void World::startAgain(bool isClean)
{
    if (!isClean)
        m_autosave->flush();
    stop(isClean);
    start();
    m_holder->offerRecovery(recoveryRoot());
}

void World::follow()
{
    if (!window()->isVisible())
        startAgain(true); // it was closed, after its questions
    if (window() != m_watched)
        watch();
    watchActions();
}

void World::watch()
{
    m_watched = window();
    if (document() == m_watchedDocument)
        return;
    m_watchedDocument = document();
    document()->setClock([this] { return m_time; });
    m_beginning = document()->project();
    connect(document(), &Document::pathChanged, this, [this] {
        if (document()->undoStack()->count() == 0)
            m_beginning = document()->project();
    });
    connect(document(), &QObject::destroyed, this, [this] { m_watchedDocument = nullptr; });
    connect(window(), &QObject::destroyed, this, [this] { m_watched = nullptr; });
}

void World::watchActions()
{
    for (const QMenu *menu : window()->menuBar()->findChildren<QMenu *>()) {
        for (QAction *action : menu->actions()) {
            if (action->isSeparator() || action->menu() || action->property("monkey").toBool())
                continue;
            action->setProperty("monkey", true);
            const QString name = u"action:"_s + nameOf(action);
            m_reach.know(name);
            connect(action, &QAction::triggered, this, [this, name] { m_reach.add(name); });
        }
    }
}

void World::settle()
{
    // As a window manager does once a dialog is gone; the platform without a screen leaves the keyboard to nobody.
    if (!QApplication::activeWindow() || !QApplication::activeWindow()->isVisible())
        (QApplication::activeModalWidget() ? QApplication::activeModalWidget() : window())->activateWindow();
    document()->waitForResult();
    QCoreApplication::processEvents();
    document()->waitForResult();
}

QString nameOf(const QAction *action)
{
    if (!action->objectName().isEmpty())
        return action->objectName();
    for (const QObject *of : action->associatedObjects()) {
        const auto *menu = qobject_cast<const QMenu *>(of);
        if (!menu)
            continue;
        if (menu->objectName() == "menuRecent"_L1)
            return u"menuRecent"_s;
        return menu->objectName() + u'/' + QString::number(menu->actions().indexOf(action));
    }
    return u"action"_s;
}

} // namespace regard::monkey

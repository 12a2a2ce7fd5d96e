#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "files.h"
#include "io/project/project.h"
#include "reach.h"

class QAction;
class QWidget;

namespace regard {
class Autosave;
class Document;
class MainWindow;
class WindowHolder;
} // namespace regard

namespace regard::monkey {

/// The program's window as a user has it, in a home folder of its own, and what is known of it from outside.
class World : public QObject {
public:
    explicit World(const QString &home);
    ~World() override;

    MainWindow *window() const;
    Document *document() const;
    const Files &files() const { return m_files; }
    Reach &reach() { return m_reach; }

    /// The program's clock goes on.
    void pass(qint64 milliseconds) { m_time += milliseconds; }
    /// Ends the program and starts it again: as asked to, or as where it is killed, with its recovery offered.
    void startAgain(bool isClean);
    /// Follows another window, and a window that was closed with the start of the next one.
    void follow();
    /// Until what was begun is computed and shown; nothing is waited for that a user would not wait for.
    void settle();
    /// Counts from now on what of the menus is triggered, however it is.
    void watchActions();

    /// The document as it was when it was loaded or, without steps since, saved: where undoing ends.
    const Project &beginning() const { return m_beginning; }

private:
    void start();
    void stop(bool isClean);
    void watch();

    QString m_home;
    Files m_files;
    Reach m_reach;
    qint64 m_time = 0;
    Autosave *m_autosave = nullptr;
    std::unique_ptr<WindowHolder> m_holder;
    MainWindow *m_watched = nullptr; ///< may be gone
    Document *m_watchedDocument = nullptr;
    Project m_beginning;
};

/// A name for an entry of the menus, the same in every language and run.
QString nameOf(const QAction *action);

} // namespace regard::monkey

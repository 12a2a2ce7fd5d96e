#pragma once

#include <vector>

#include <QByteArray>
#include <QMainWindow>
#include <QString>

class QDockWidget;
class QMenu;

namespace regard {

/// The docks of the main window. Each is made here with an id that never changes, so that a stored layout survives
/// versions.
class DockLayout {
public:
    explicit DockLayout(QMainWindow *window);

    /// A dock for a panel that is to be its child from the start: a panel that moves in later has all of its widgets
    /// styled again. `id` is stored in layouts.
    QDockWidget *newDock(const QString &id, const QString &title);
    /// Puts the dock that a panel is in to its place. The strip above the panel moves it.
    QDockWidget *add(QWidget *panel, Qt::DockWidgetArea area);
    /// One toggle a panel.
    void addToggles(QMenu *menu) const;

    /// Takes the present arrangement for the default one.
    void setDefault();
    void restoreDefault();
    QByteArray save() const;
    /// A layout that cannot be read leaves everything as it is.
    void restore(const QByteArray &layout);

private:
    QMainWindow *m_window;
    std::vector<QDockWidget *> m_docks;
    QByteArray m_default;
};

} // namespace regard

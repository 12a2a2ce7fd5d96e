#pragma once

#include <functional>
#include <vector>

#include <QByteArray>
#include <QList>
#include <QMainWindow>
#include <QRect>
#include <QString>

class QDockWidget;
class QMenu;

namespace regard {

/// The arrangement of the docks.
struct DockArrangement {
    QByteArray state;           ///< as it is stored
    QList<QDockWidget *> docks; ///< the visible ones
    QList<QRect> places;        ///< and their places; what Qt restores may be a few pixels off
};

/// Sizes docks as QMainWindow does; one that floats keeps the size that a person gave it.
void resizeDocks(QMainWindow *window, const QList<QDockWidget *> &docks, const QList<int> &sizes,
                 Qt::Orientation orientation);

/// The docks of the main window. Each is made here with an id that never changes, so that a stored layout survives
/// versions.
class DockLayout {
public:
    explicit DockLayout(QMainWindow *window);

    /// A dock for a panel that is to be its child from the start: a panel that moves in later has all its widgets
    /// styled again. `id` is stored in layouts.
    QDockWidget *newDock(const QString &id, const QString &title);
    /// Puts the dock that contains the panel in its place. The strip above the panel moves it.
    QDockWidget *add(QWidget *panel, Qt::DockWidgetArea area);
    /// One toggle for each panel.
    void addToggles(QMenu *menu) const;

    /// Takes the present arrangement for the default one.
    void setDefault();
    void restoreDefault();
    QByteArray save() const;

    /// From here on a lesson, a presentation or both arrange the docks: the person's own arrangement is kept until each
    /// of them has called letGo().
    void hold();
    void hold(const DockArrangement &own); ///< where a lesson or presentation arranges the docks already
    /// The arrangement to return to; empty while a lesson or presentation still arranges the docks.
    DockArrangement letGo();
    bool isHeld() const { return m_holders > 0; }
    /// The person's arrangement, even while a lesson or presentation arranges the docks.
    DockArrangement own() const { return m_holders > 0 ? m_own : arrangement(); }
    void setOwn() { m_own = arrangement(); }

    DockArrangement arrangement() const;
    void restore(const DockArrangement &arrangement);
    /// Whether the docks that were visible are back in place. `mayDiffer` says which need not be.
    bool isBack(const DockArrangement &arrangement, const std::function<bool(QDockWidget *)> &mayDiffer = {}) const;
    /// A layout that cannot be read leaves everything as it is: false.
    bool restore(const QByteArray &layout);

private:
    QMainWindow *m_window;
    std::vector<QDockWidget *> m_docks;
    QByteArray m_default;
    DockArrangement m_own;
    int m_holders = 0;
};

} // namespace regard

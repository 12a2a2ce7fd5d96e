#include "widgets/snapshots/snapshot_focus.h"

#include <QAction>
#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMouseEvent>
#include <QTabBar>
#include <QTimer>

namespace regard {

SnapshotFocus::SnapshotFocus(QWidget *panel) : QObject(panel), m_panel(panel)
{
    if (const auto *dock = qobject_cast<QDockWidget *>(panel->parentWidget()))
        connect(dock->toggleViewAction(), &QAction::triggered, this, &SnapshotFocus::lookSoon);
}

void SnapshotFocus::follow()
{
    if (m_window)
        return;
    for (QWidget *parent = m_panel->parentWidget(); parent && !m_window; parent = parent->parentWidget()) {
        if (auto *dock = qobject_cast<QDockWidget *>(parent))
            m_dock = dock;
        m_window = qobject_cast<QMainWindow *>(parent);
    }
    if (!m_window || !m_dock)
        return;
    // Tab bars come and go with the docks that share a place.
    m_window->installEventFilter(this);
    for (QTabBar *bar : m_window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        followTabs(bar);
}

void SnapshotFocus::followTabs(QObject *bar)
{
    bar->removeEventFilter(this);
    bar->installEventFilter(this);
}

/// A moment later the dock is in the requested place.
void SnapshotFocus::lookSoon()
{
    QTimer::singleShot(0, this, [this] {
        if (isInFront())
            emit broughtToFront();
    });
}

bool SnapshotFocus::isInFront() const
{
    return m_panel->isVisible() && !m_panel->visibleRegion().isEmpty();
}

bool SnapshotFocus::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ChildPolished) {
        auto *child = static_cast<QChildEvent *>(event)->child();
        if (watched == m_window && qobject_cast<QTabBar *>(child))
            followTabs(child);
    } else if (event->type() == QEvent::MouseButtonRelease) {
        auto *bar = qobject_cast<QTabBar *>(watched);
        const auto *release = static_cast<QMouseEvent *>(event);
        const int tab = bar ? bar->tabAt(release->position().toPoint()) : -1;
        if (tab >= 0 && release->button() == Qt::LeftButton && bar->tabText(tab) == m_dock->windowTitle())
            lookSoon();
    }
    return false;
}

} // namespace regard

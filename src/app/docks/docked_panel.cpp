#include "app/docks/docked_panel.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

#include "widgets/parts/panel.h"

namespace regard {

namespace {

bool sharesPlace(QDockWidget *dock)
{
    const auto *window = qobject_cast<const QMainWindow *>(dock->parentWidget());
    return window && !window->tabifiedDockWidgets(dock).isEmpty();
}

} // namespace

DockedPanel::DockedPanel(QDockWidget *dock, Panel *panel) : QObject(dock), m_dock(dock), m_panel(panel)
{
    dock->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &DockedPanel::follow);
}

bool DockedPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Move || event->type() == QEvent::Show)
        follow();
    return QObject::eventFilter(watched, event);
}

void DockedPanel::follow()
{
    auto *panel = qobject_cast<Panel *>(m_panel.data());
    auto *dock = qobject_cast<QDockWidget *>(m_dock.data());
    if (!panel || !dock)
        return;
    const QRect place = dock->geometry();
    const bool isBehind = !dock->isFloating() && (place.right() < 0 || place.bottom() < 0) && sharesPlace(dock);
    // Its keys keep working while the focus stays in it.
    panel->setBehind(isBehind && !panel->isAncestorOf(QApplication::focusWidget()) && !panel->hasFocus());
}

} // namespace regard

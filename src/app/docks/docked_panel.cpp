#include "app/docks/docked_panel.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>

#include "widgets/parts/panel.h"

namespace regard {

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

bool DockedPanel::sharesPlace() const
{
    const auto *window = qobject_cast<const QMainWindow *>(m_dock->parentWidget());
    return window && !window->tabifiedDockWidgets(m_dock).isEmpty();
}

void DockedPanel::follow()
{
    auto *panel = qobject_cast<Panel *>(m_panel.data());
    if (!panel || !m_dock)
        return;
    const QRect place = m_dock->geometry();
    const bool isBehind = !m_dock->isFloating() && (place.right() < 0 || place.bottom() < 0) && sharesPlace();
    // Its keys keep working while the focus stays in it.
    panel->setBehind(isBehind && !panel->isAncestorOf(QApplication::focusWidget()) && !panel->hasFocus());
}

} // namespace regard

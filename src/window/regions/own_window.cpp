#include "window/regions/own_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QVBoxLayout>

namespace regard {

OwnWindow::OwnWindow(QWidget *panel, const QString &title, QWidget *mainWindow)
    : QWidget(mainWindow, Qt::Window), m_panel(panel)
{
    setObjectName(QStringLiteral("ownWindow"));
    setWindowTitle(title);
    setWindowIcon(mainWindow->windowIcon());
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(panel);
    panel->show();
    // A shortcut works in every window that has its action.
    for (QAction *action : mainWindow->findChildren<QAction *>(QString(), Qt::FindDirectChildrenOnly))
        if (!action->shortcuts().isEmpty())
            addAction(action);
}

void OwnWindow::closeEvent(QCloseEvent *event)
{
    event->accept();
    emit closing();
}

} // namespace regard

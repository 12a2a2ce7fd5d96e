#pragma once

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

#include "event_turns.h"

namespace regard {

/// Clicks on the tab of a panel, or else on its button at the window's edge. False: there is neither.
inline bool clickPanel(const QMainWindow *window, const QString &title)
{
    for (QTabBar *bar : window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int i = 0; i < bar->count(); ++i) {
            if (!bar->visibleRegion().isEmpty() && bar->tabText(i) == title) {
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
                turnEventLoop();
                return true;
            }
        }
    }
    for (QPushButton *button : window->findChildren<QPushButton *>()) {
        if (button->isVisible() && button->property("drawer").toBool() && button->text() == title) {
            QTest::mouseClick(button, Qt::LeftButton);
            turnEventLoop();
            return true;
        }
    }
    return false;
}

/// Opens a panel as its button does, or brings it to the front. What stands in its place folds.
inline QDockWidget *openDock(const QMainWindow *window, const QString &id)
{
    auto *dock = window->findChild<QDockWidget *>(id);
    if (dock->isHidden())
        dock->toggleViewAction()->trigger();
    dock->raise();
    turnEventLoop();
    return dock;
}

/// Has panels share their place, as a hand may put them: the last one is in front.
inline void openTogether(const QMainWindow *window, const QStringList &ids)
{
    for (const QString &id : ids) {
        auto *dock = window->findChild<QDockWidget *>(id);
        dock->show();
        dock->raise();
    }
    turnEventLoop();
}

} // namespace regard

#pragma once

#include <QTest>

#include "event_turns.h"
#include "window/main_window.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"

namespace regard {

/// The panel with that word.
inline QWidget *panelOf(const QMainWindow *window, const QString &word)
{
    const auto *main = qobject_cast<const MainWindow *>(window);
    return main->panels()->panel(*panelOfWord(word.toStdString()));
}

/// Opens a panel where More opens it, or brings it into view.
inline QWidget *openPanel(const QMainWindow *window, const QString &word)
{
    const auto *main = qobject_cast<const MainWindow *>(window);
    main->regions()->open(*panelOfWord(word.toStdString()));
    turnEventLoop();
    return panelOf(window, word);
}

/// The words of the panels that are seen.
inline QStringList seenPanels(const QMainWindow *window)
{
    QStringList words;
    for (const PanelId id : qobject_cast<const MainWindow *>(window)->regions()->seen())
        words << QString::fromStdString(panelWord(id));
    return words;
}

} // namespace regard

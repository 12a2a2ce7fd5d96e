#pragma once

#include <vector>

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QWidget>

class QKeyEvent;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace regard {

/// A menu bar out of sight: the shortcuts of its actions go on working, and F10, Alt, or Alt with the underlined letter
/// of a menu brings it back for as long as one of its menus is open.
class PresentMenuBar : public QObject {
    Q_OBJECT
public:
    PresentMenuBar(QMainWindow *window, QObject *parent);

    void enter();
    void leave();
    /// A key that is on its way, to a shortcut maybe.
    void see(const QKeyEvent &event);
    /// A key that the window got. True where it was for the menu bar.
    bool takePress(const QKeyEvent &event);
    bool takeRelease(const QKeyEvent &event);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void keepShortcuts(const QList<QAction *> &actions);
    void open(QAction *menu);
    void hideWhenLeft();

    QMainWindow *m_window;
    QMenuBar *m_bar;
    std::vector<QAction *> m_kept; ///< actions that the window has for the time being
    QPointer<QWidget> m_focus;     ///< what had it before the menus
    bool m_isIn = false;
    bool m_altAlone = false; ///< Alt is down, and nothing else was pressed since
};

} // namespace regard

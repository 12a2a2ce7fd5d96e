#pragma once

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QWidget>

class QKeyEvent;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace regard {

/// A hidden menu bar: the shortcuts of its actions keep working, and F10, Alt, or Alt with the underlined letter of a
/// menu shows it for as long as one of its menus is open.
class HiddenMenuBar : public QObject {
    Q_OBJECT
public:
    explicit HiddenMenuBar(QMainWindow *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Looks at a key before it is delivered, perhaps to a shortcut.
    void see(const QKeyEvent &event);
    /// A key that the window got. True where it was for the menu bar.
    bool takePress(const QKeyEvent &event);
    bool takeRelease(const QKeyEvent &event);
    void keepShortcuts(const QList<QAction *> &actions);
    void open(QAction *menu);
    void hideWhenLeft();

    QMainWindow *m_window;
    QMenuBar *m_bar;
    QPointer<QWidget> m_focus; ///< the focus before the menus
    bool m_altAlone = false;   ///< Alt is down, and nothing else was pressed since
};

} // namespace regard

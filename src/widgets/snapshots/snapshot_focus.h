#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QDockWidget;
class QMainWindow;

namespace regard {

/// Emits when a person brings a panel's dock to the front with its tab or button, for the panel to take the keyboard.
/// Emits nothing when the program raises it.
class SnapshotFocus : public QObject {
    Q_OBJECT
public:
    /// `panel` is in a dock of a main window, now or later.
    explicit SnapshotFocus(QWidget *panel);

    /// To be called once the panel is in its window.
    void follow();
    /// Whether some of the panel is visible, which nothing behind another tab is.
    bool isInFront() const;

signals:
    void broughtToFront();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void followTabs(QObject *bar);
    void lookSoon();

    QWidget *m_panel;
    QPointer<QMainWindow> m_window;
    QPointer<QDockWidget> m_dock;
};

} // namespace regard

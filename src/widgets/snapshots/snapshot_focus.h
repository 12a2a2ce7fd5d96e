#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QDockWidget;
class QMainWindow;

namespace regard {

/// Tells when a person brings a panel's dock to the front with its tab, for the panel to take the keyboard. What a
/// program raises is not told of.
class SnapshotFocus : public QObject {
    Q_OBJECT
public:
    /// `panel` stands, now or later, in a dock of a main window.
    explicit SnapshotFocus(QWidget *panel);

    /// Once the panel stands in its window.
    void follow();
    /// Whether something of the panel is seen, which nothing is behind another tab.
    bool isInFront() const;

signals:
    void broughtToFront();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void followTabs(QObject *bar);

    QWidget *m_panel;
    QPointer<QMainWindow> m_window;
    QPointer<QDockWidget> m_dock;
};

} // namespace regard

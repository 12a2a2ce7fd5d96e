#pragma once

#include <vector>

#include <QAction>
#include <QObject>

class QMainWindow;

namespace regard {

/// Keys that belong to the window even while one of its fields has the focus: a line edit takes Ctrl+Z for its own
/// undo and Ctrl+E for the end of the line before any menu sees them. While a cell is being edited its editor keeps
/// undo for what has been typed into it.
class WindowShortcuts : public QObject {
public:
    explicit WindowShortcuts(QMainWindow *window);

    void add(QAction *action) { m_actions.push_back(action); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QMainWindow *m_window;
    std::vector<QAction *> m_actions;
};

} // namespace regard

#pragma once

#include <vector>

#include <QMenu>

#include "words/panel_word.h"

namespace regard {

/// A panel that no mode shows of itself.
struct MoreRow {
    PanelId panel;
    QString sentence; ///< what it is for
    int group;        ///< from 0; a line stands between two groups
};

/// The rows in the order of the menu.
std::vector<MoreRow> moreRows();

/// The panels of moreRows(), each with its sentence. Enter and a click open one beside the pictures, with Shift in a
/// window of its own; letters go to the next panel whose name begins with them.
class MoreMenu : public QMenu {
    Q_OBJECT
public:
    explicit MoreMenu(QWidget *parent);

signals:
    void panelAsked(PanelId panel, bool inOwnWindow);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    bool goTo(const QString &beginning);
    void measure();

    QAction *m_hint;
    QString m_typed;
    bool m_isShiftDown = false;
    int m_names = 0; ///< width of the longest name
};

} // namespace regard

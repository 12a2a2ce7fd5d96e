#pragma once

#include <QToolBar>

class QAction;
class QMenu;
class QPushButton;

namespace Ui {
class MainWindow;
}

namespace regard {

class Document;
class SentenceBar;

/// The row below the menus: the sentence, and buttons for what is done most. Where it gets narrow, buttons give way to
/// the sentence in a stated order, those first whose keys everybody knows; "⋯" then has what they do.
class TopRow : public QToolBar {
    Q_OBJECT
public:
    TopRow(Document *document, SentenceBar *sentence, QAction *undo, QAction *redo, Ui::MainWindow *ui,
           QWidget *parent);

    /// A line below the row, which may come and go, and be taken elsewhere.
    void setBelow(QWidget *line);

private:
    class Row;

    QPushButton *newButton(const char *name, const QString &text, const QString &toolTip);
    QPushButton *forAction(QAction *action, const char *name, const QString &text, const QString &spoken = {});
    QPushButton *forMenu(QMenu *menu, const char *name, const QString &text, const QString &toolTip);
    QPushButton *newCompare(QAction *pin, QAction *unpin);

    Document *m_document;
    Row *m_row;
};

} // namespace regard

#pragma once

#include <QObject>

class QKeyEvent;
class QMainWindow;

namespace Ui {
class MainWindow;
}

namespace regard {

class Document;

/// The actions of the menus Demo and Model: pin, compare, flip, snapshots, switching heads off.
class DemoActions : public QObject {
    Q_OBJECT
public:
    DemoActions(Document *document, Ui::MainWindow *ui, QMainWindow *window);

    /// A digit that no field and no table used recalls a snapshot. True where it did.
    bool recallByKey(const QKeyEvent &event);

protected:
    /// F9 flips for as long as it is held.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void connectComparison();
    void connectSnapshots();
    void connectHeads();
    void showComparison();
    void showHead();
    void recall(int index);

    Document *m_document;
    Ui::MainWindow *m_ui;
    QMainWindow *m_window;
};

} // namespace regard

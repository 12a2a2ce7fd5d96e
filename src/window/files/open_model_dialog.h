#pragma once

#include <QDialog>
#include <QString>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace regard {

class BackgroundWork;
struct HubModel;

/// Lists the trained models in the Hub's cache on this computer, each as soon as its files were looked at, and below
/// them some to begin with. A click, or Enter, opens one, or copies the command that fetches it.
class OpenModelDialog : public QDialog {
    Q_OBJECT
public:
    explicit OpenModelDialog(QWidget *parent);

    /// The folder to open, once the dialog was accepted; empty: another one, which is to be asked for.
    const QString &folder() const { return m_folder; }
    /// Waits until all models are listed. For tests.
    void waitUntilDone();

private:
    QTreeWidgetItem *addHeading(const QString &text);
    void addModel(const HubModel &model);
    void addStarters();
    void choose(QTreeWidgetItem *item);
    void tell(QTreeWidgetItem *item);

    QTreeWidget *m_list;
    QTreeWidgetItem *m_here = nullptr;
    QLabel *m_details;
    BackgroundWork *m_work;
    QString m_folder;
};

} // namespace regard

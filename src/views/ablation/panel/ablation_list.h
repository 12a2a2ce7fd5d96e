#pragma once

#include <vector>

#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/ablation/ablation_edits.h"

class QKeyEvent;
class QLabel;
class QListWidget;
class QPushButton;
class QToolButton;

namespace regard {

/// What is off and the temperatures, one per line. Delete or the line's button removes one, a double click or Enter
/// goes there.
class AblationList : public QWidget {
    Q_OBJECT
public:
    AblationList(Document *document, AppTheme *theme, QWidget *parent);

    QListWidget *list() const { return m_list; }
    /// The button that removes a line.
    QToolButton *removeButton(int row) const;
    const std::vector<AblationEntry> &entries() const { return m_entries; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void applyTheme(const Theme &theme);
    void addLine(const AblationEntry &entry);
    void takeOut(const AblationEntry &entry);
    void goTo(int row);

    Document *m_document;
    QListWidget *m_list;
    QLabel *m_empty;
    QPushButton *m_clear;
    std::vector<AblationEntry> m_entries;
    bool m_areMeansOld = false;
};

} // namespace regard

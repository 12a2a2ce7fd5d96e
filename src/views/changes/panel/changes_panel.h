#pragma once

#include <functional>

#include "controls/app_theme.h"
#include "controls/panel.h"

class QLabel;
class QPushButton;
class QTimer;
class QTreeView;

namespace regard {

class ChangesModel;
class Document;

/// Every cell that differs from the pinned state, or from the opened file where nothing is pinned: go to it, revert it,
/// revert all.
class ChangesPanel : public Panel {
    Q_OBJECT
public:
    ChangesPanel(Document *document, AppTheme *theme, QWidget *parent);

    QTreeView *list() const { return m_list; }

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refreshSoon();
    void refresh();
    void showState();
    void goTo();
    void revert();
    void attempt(const std::function<void()> &change);
    void showMessage(const QString &sentence);

    Document *m_document;
    ChangesModel *m_model;
    QTreeView *m_list;
    QLabel *m_message; ///< why the list is empty, or what is not in it
    QPushButton *m_revert;
    QPushButton *m_revertAll;
    QTimer *m_refresh; ///< reads once for several signals of one change
    bool m_stale = true;
};

} // namespace regard

#pragma once

#include <memory>

#include <QString>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"

class QKeyEvent;
class QLabel;
class QListView;
class QMenu;
class QToolButton;

namespace regard {

class SnapshotModel;
class SnapshotThumbnails;

/// The document's snapshots side by side: a click or their number recalls one, a drag moves one, F2 renames one and
/// Delete removes one.
class SnapshotStrip : public Panel {
    Q_OBJECT
public:
    SnapshotStrip(Document *document, AppTheme *theme, QWidget *parent);

    /// Takes a snapshot of the present state and scrolls to it. False where the list is full.
    bool take();
    /// Recalls the snapshot with that number, counted from 1. False where there is none.
    bool recall(int number);
    /// Takes the keyboard, where the strip is visible: not while it is behind another tab.
    void focusInFront();
    QListView *list() const { return m_list; }
    SnapshotThumbnails *thumbnails() const { return m_thumbnails; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeList();
    void makeTitleRow();
    int chosen() const;
    void choose(int row);
    bool keyPressed(const QKeyEvent &event);
    bool moveChosen(int by);
    void rename();
    void remove();
    void pinChosen();
    void fillMenu(QMenu *menu);
    void followDocument();
    void showError(const QString &sentence);

    Document *m_document;
    AppTheme *m_theme;
    SnapshotThumbnails *m_thumbnails;
    SnapshotModel *m_model;
    QListView *m_list;
    QLabel *m_empty;
    QToolButton *m_take;
    QToolButton *m_more;
    std::shared_ptr<const Project> m_followed; ///< the current snapshot that the cursor went to; null: none is current
};

} // namespace regard

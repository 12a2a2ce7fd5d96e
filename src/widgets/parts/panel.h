#pragma once

#include <QFrame>
#include <QMargins>
#include <QString>

class QLabel;
class QHBoxLayout;
class QTimer;
class QVBoxLayout;

namespace regard {

class Document;
class PanelBody;

/// A titled card: bold title left, a muted caption right, content below, which scrolls where there is too little room.
/// The application's style sheet rounds it.
class Panel : public QFrame {
    Q_OBJECT
public:
    Panel(const QString &title, QWidget *parent);

    void setTitle(const QString &title);
    void setCaption(const QString &caption);
    /// Whether there is a line with the title, the caption and what else stands beside them.
    void setTitleRowShown(bool shown);
    /// Without a card around it: no frame, no margins, what is behind it shows through.
    void setBare(bool bare);
    QString caption() const { return m_captionText; }
    /// Where the content goes, below the title row.
    QVBoxLayout *content() const { return m_content; }
    /// Right of the title, before the caption, for small controls.
    QHBoxLayout *titleRow() const { return m_titleRow; }
    /// Lets the caption say "computing…" while a pass takes long enough for a person to notice.
    void showBusySignOf(Document *document);
    /// The same while a picture is being painted.
    void setPainting(bool painting);

    /// A sentence in place of the content, which rests meanwhile; empty: the content is there.
    virtual void setEmptyText(const QString &text);
    QString emptyText() const { return m_emptyText; }

    /// Behind another panel's tab a panel counts as visible to Qt, at a place outside the window. Its content rests
    /// (isSeen()) until it comes to the front, which counts as being shown.
    void setBehind(bool behind);
    bool isBehind() const { return m_isBehind; }

signals:
    void cameToFront();

private:
    void rest(bool rests);
    void followBusy();
    void showCaption();

    QLabel *m_title;
    QLabel *m_caption;
    QHBoxLayout *m_titleRow;
    QVBoxLayout *m_content;
    PanelBody *m_body;
    QLabel *m_empty;
    QString m_captionText;
    QString m_emptyText;
    QTimer *m_busySign;
    bool m_isComputing = false;
    bool m_isPainting = false;
    bool m_showsBusy = false;
    bool m_isBehind = false;
    bool m_showsTitleRow = true;
    bool m_isBare = false;
    QMargins m_margins; ///< of the card
};

/// The panel that a widget is part of; null: none.
Panel *panelOf(const QWidget *widget);

/// Whether a widget is visible, and not in a panel behind another one's tab.
bool isSeen(const QWidget *widget);

} // namespace regard

#pragma once

#include <QFrame>
#include <QMargins>
#include <QString>

class QLabel;
class QHBoxLayout;
class QMenu;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace regard {

class Document;
class ElidedLabel;
class PanelBody;

/// A titled card: bold title left, a muted caption right, content below, which scrolls where there is too little room.
/// The application's style sheet rounds it.
class Panel : public QFrame {
    Q_OBJECT
public:
    Panel(const QString &title, QWidget *parent);

    void setTitle(const QString &title);
    /// What stands in the title's place; the panel keeps its name.
    void setHeading(const QString &heading);
    void setCaption(const QString &caption);
    /// A caption that begins with a matrix, `W_Q`.
    void setMatrixCaption(const QString &caption);
    /// Whether there is a line with the title, the caption, what else stands beside them, and the menu.
    void setTitleRowShown(bool shown);
    /// Shows the panel without a card around it: no frame, no margins, what is behind it shows through.
    void setCardless(bool cardless);
    QString caption() const { return m_captionText; }
    /// The layout of the content, below the title row.
    QVBoxLayout *content() const { return m_content; }
    /// The row of small controls, right of the title and before the caption.
    QHBoxLayout *titleRow() const { return m_titleRow; }
    /// Rows of controls between title and content, which a bare panel hides.
    QVBoxLayout *controls();
    /// Puts the rows of controls into the menu of the head instead.
    void moveControlsToMenu();
    /// The menu at the right end of the head.
    QMenu *menu();
    /// Content alone, without title and controls: for a presentation. `alone`: this of the content, and nothing else.
    virtual void setBare(bool bare, QWidget *alone = nullptr);
    /// Lets the caption say "computing…" while a pass takes long enough to be noticed.
    void showBusySignOf(Document *document);
    /// Lets the caption say "computing…" while a picture is being painted.
    void setPainting(bool painting);

    /// The parts of a panel that stand apart from it while it is the strip under the stage. A null part is absent.
    struct StripParts {
        QWidget *row = nullptr;       ///< over the stage
        QWidget *stage = nullptr;     ///< in place of the stage's pictures
        QWidget *inspector = nullptr; ///< at the right
    };
    /// Gives them away, or takes all of them back.
    virtual StripParts standAsStrip(bool) { return {}; }

    /// A sentence in place of the content, which rests meanwhile; empty: the content is there.
    virtual void setEmptyText(const QString &text);
    QString emptyText() const { return m_emptyText; }

signals:
    void cameToFront();
    void stripPartsChanged();

private:
    void rest(bool rests);
    void showParts();
    void showCard();
    void followBusy();
    void showCaption();

    QLabel *m_title;
    ElidedLabel *m_caption;
    QWidget *m_head;
    QHBoxLayout *m_titleRow;
    QWidget *m_controlPart;
    QVBoxLayout *m_controls;
    QToolButton *m_more = nullptr;
    QVBoxLayout *m_content;
    PanelBody *m_body;
    QLabel *m_empty;
    QString m_captionText;
    QString m_emptyText;
    QTimer *m_busySign;
    bool m_isComputing = false;
    bool m_isPainting = false;
    bool m_showsBusy = false;
    bool m_hasControls = false;
    bool m_isBare = false;
    QWidget *m_alone = nullptr;
    int m_placeOfAlone = 0; ///< in the content
    bool m_isCardless = false;
    bool m_hasCard = true;
    bool m_areControlsInMenu = false;
    bool m_showsTitleRow = true;
    QMargins m_margins; ///< of the card
};

/// The panel that a widget is part of; null: none.
Panel *panelOf(const QWidget *widget);

/// Whether a widget is visible, and not in a panel that has a sentence in its place.
bool isSeen(const QWidget *widget);

} // namespace regard

#pragma once

#include <optional>
#include <utility>

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QRect>

#include "document/look/selection.h"
#include "io/project/stored_view.h"
#include "window/presentation/present_parts.h"
#include "words/panel_word.h"

class QAction;
class QScreen;
class QKeyEvent;

namespace regard {

class OwnWindow;
class PresentControls;
class PresentCurtain;
class PresentFlash;
class PresentLine;
class PresentRing;
class PresentStage;
class PresenterView;

/// The window in front of an audience: full screen, the pictures of the lesson's page or of the mode alone, as large as
/// they fit, with a caption; the keys of a clicker, a ring at the pointer, and a flash on what an edit changed. Where
/// there is another screen, the pictures fill that one, and the window's own has the presenter's view. Esc, or F5
/// again, brings back the window as it was.
///
/// Keys, as far as no field takes text: Page Down and Page Up turn the pages of the lesson, as →, Space and ←,
/// Backspace do, else go through the snapshots, else do what they always do, which Shift gives them and the arrows in
/// any case; B and the full stop make the screen black; S shows a ring at the pointer; F10 and Alt bring the menus. Esc
/// ends what is on top first. What was in focus before is in focus again in the end.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// `present` is the checkable action that starts and stops.
    Presentation(const PresentParts &parts, QAction *present);
    ~Presentation() override;

    bool isOn() const { return m_isOn; }
    void start();
    void stop();
    void resizeType(double by); ///< while it is on
    /// Spreads over these of the screens, while it is on.
    void spread(const QList<QScreen *> &screens);
    PresenterView *presenter() const { return m_presenter; } ///< null, or hidden, where there is one screen
    /// The window's place before; empty while not presenting.
    QByteArray geometryBefore() const { return m_isOn ? m_geometryBefore : QByteArray(); }
    /// The ring, for a menu.
    QAction *ringAction() const { return m_ringAction; }
    PresentStage *stage() const { return m_stage; }

    bool isBlack() const;
    PresentFlash *flash() const { return m_flash; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // Keys. True where the key was used up.
    bool claims(const QKeyEvent &event, const QWidget *focus) const;
    bool press(QWidget *receiver, QKeyEvent *event);
    bool escape(QWidget *receiver, QKeyEvent *event);
    bool turn(int pages);
    void connectControls(PresentControls *controls);
    void makePresenter();
    void fill(QScreen *screen);
    void followPresenter();
    QString place() const;
    void say(const QString &sentence);
    void showControls(PresentControls *controls) const;
    bool canTurn() const;
    bool doArrowsTurn() const;
    void rememberLook();
    void deliver(QWidget *receiver, QKeyEvent *event);
    void focusPicture() const;
    bool underCurtain(QEvent *event);

    PresentParts m_parts;
    QAction *m_present;
    QAction *m_ringAction;
    PresentStage *m_stage;
    PresentControls *m_controls;
    PresenterView *m_presenter = nullptr; ///< until there are two screens
    OwnWindow *m_presenterWindow = nullptr;
    QElapsedTimer m_since;
    QString m_home;            ///< the screen where the window was, which may go and come again
    QPointer<QScreen> m_asked; ///< to be filled, of several others
    PresentCurtain *m_curtain;
    PresentRing *m_ring;
    PresentLine *m_line;
    PresentFlash *m_flash;
    QByteArray m_geometryBefore;
    QPointer<QWidget> m_focusBefore;
    /// The selection from before presenting, or the lesson page's own; empty where its tokens are no longer there.
    std::optional<std::pair<Selection, CellRef>> m_lookBefore;
    bool m_isOn = false;
    bool m_delivers = false; ///< a key is being passed on to its usual receiver
    int m_snapshot = -1;     ///< recalled or taken last, whatever has changed since
};

} // namespace regard

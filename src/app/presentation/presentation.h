#pragma once

#include <QList>
#include <QObject>
#include <QPainterPath>

#include "app/presentation/present_layout.h"
#include "app/presentation/present_parts.h"

class QAction;
class QKeyEvent;
class QMenu;

namespace regard {

class HeatmapFigure;
class PresentCurtain;
class PresentFlash;
class PresentLine;
class PresentMenuBar;
struct Selection;

/// The window in front of an audience: full screen, large type, only the panels chosen for it, the keys of a clicker, a
/// spotlight on the token in focus, and a flash on what an edit changed. Esc, or F5 again, restores exactly the layout
/// before.
///
/// Keys, as far as no field takes text: Page Down and Page Up turn the pages of the lesson, else go through the
/// snapshots, else do what they always do, which Shift gives them in any case; B and the full stop make the screen
/// black; S is the spotlight; F10 and Alt bring the menus; Ctrl++ and Ctrl+− size the type.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// `present` is the checkable action that starts and stops; `panels` is filled with the available panels.
    Presentation(const PresentParts &parts, QAction *present, QMenu *panels);
    ~Presentation() override;

    bool isOn() const { return m_isOn; }
    /// While it is on, and until the window has its layout back.
    bool holdsLayout() const { return m_isOn || m_layout->isSettling(); }
    void start();
    void stop();
    /// The layout to keep for the next start; null while not presenting.
    const WindowLayout *layoutBefore() const { return m_isOn ? &m_layout->before() : nullptr; }
    /// Spotlight, larger and smaller type, for a menu.
    QList<QAction *> actions() const;

    bool isBlack() const;
    PresentFlash *flash() const { return m_flash; }

signals:
    /// It holds the layout no longer, whose window may have got another size meanwhile.
    void letGo();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addActions();
    void fillPanelMenu(QMenu *menu);
    void setPanel(const QString &id, bool seen);
    void showPanels();
    std::vector<PanelId> pagePanels() const;
    void followSpotlight() const;
    void resizeType(double by);
    void scaleType();
    void setSpotlight(bool on);
    void repaint() const;
    QPainterPath litHeatmap(const HeatmapFigure &figure, const Selection &focus) const;

    // Keys. True where the key was used up.
    bool claims(const QKeyEvent &event) const;
    bool press(QWidget *receiver, QKeyEvent *event);
    bool escape(QWidget *receiver, QKeyEvent *event);
    bool turn(int pages);
    bool canTurn() const;
    void deliver(QWidget *receiver, QKeyEvent *event);
    void focusPicture() const;
    bool underCurtain(QEvent *event);

    PresentParts m_parts;
    QAction *m_present;
    QMenu *m_panelMenu;
    QAction *m_spotlight = nullptr;
    QAction *m_larger = nullptr;
    QAction *m_smaller = nullptr;
    PresentLayout *m_layout;
    PresentMenuBar *m_menuBar;
    PresentCurtain *m_curtain;
    PresentLine *m_line;
    PresentFlash *m_flash;
    bool m_isOn = false;
    bool m_hasTurned = false; ///< a page asked for its panels meanwhile
    bool m_delivers = false;  ///< a key is being passed on to its usual receiver
    int m_snapshot = -1;      ///< recalled or taken last, whatever has changed since
};

} // namespace regard

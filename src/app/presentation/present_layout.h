#pragma once

#include <utility>
#include <vector>

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "app/docks/dock_layout.h"
#include "app/presentation/present_parts.h"
#include "io/lesson/panel_word.h"

class QDockWidget;

namespace regard {

/// A window's layout except for its docks, as the settings keep it.
struct WindowLayout {
    QByteArray geometry; ///< QMainWindow::saveGeometry
    QByteArray centre;   ///< QSplitter::saveState of links and heatmap
};

/// Something that can be chosen to be shown while presenting.
struct PresentPanel {
    QString id; ///< `links`, `heatmap`, `sentence_field`, else a dock's
    QString name;
};

/// Makes the window full screen with few panels, and restores it exactly.
class PresentLayout : public QObject {
    Q_OBJECT
public:
    explicit PresentLayout(const PresentParts &parts, QObject *parent);

    /// Everything that can be chosen, in the order of a menu.
    std::vector<PresentPanel> panels() const;
    /// Remembers the layout of the window, makes it full screen and shows only these panels: those that the page of a
    /// lesson asks for, which come to the front, else the chosen ones; and the lesson's own, where there is one, and
    /// the sentence's field, where they are chosen. Without links and heatmap the others share the window; with no
    /// panel at all it shows links.
    void enter(const QStringList &chosen, const std::vector<PanelId> &asked);
    void show(const QStringList &chosen, const std::vector<PanelId> &asked); ///< other panels, while entered
    /// Shows or hides one besides those that a page asks for, until the next page.
    void tick(const QString &id, bool seen);
    void turnPage() { m_ticked.clear(); }
    /// Restores the layout, but the panels of a lesson's page that was opened meanwhile come to the front.
    void leave(const std::vector<PanelId> &asked);
    const WindowLayout &before() const { return m_before; } ///< while entered
    /// Left, and the window may still be returning to its size.
    bool isSettling() const { return m_settling.isActive(); }

signals:
    /// The window has had the time to return to its size.
    void settled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void remember();
    void hide(QWidget *widget);
    double typeScale() const;
    /// Those at the sides with so much of the width.
    void showDocks(const QStringList &ids, int percent);
    void restore();
    void settle();
    bool hasLesson() const;
    bool isBack() const;
    const DockArrangement &docksToBe() const;
    QList<QDockWidget *> docks() const;
    QWidget *topRow() const;

    PresentParts m_parts;
    WindowLayout m_before;
    bool m_hadLesson = false; ///< when the layout was remembered
    DockArrangement m_own;    ///< without presentation and lesson
    QRect m_placeBefore;
    QSize m_restoredFor; ///< the window's, when the layout was last restored
    DockArrangement m_docksBefore;
    Qt::WindowStates m_stateBefore;
    QPointer<QWidget> m_focusBefore;
    std::vector<std::pair<QPointer<QWidget>, bool>> m_hiddenBefore; ///< and whether it was
    std::vector<QDockWidget *> m_shown;                             ///< those already sized
    QStringList m_ticked;                                           ///< besides what the page asks for
    std::vector<PanelId> m_asked;                                   ///< by the page, when it was left
    bool m_isIn = false;
    QTimer m_settling; ///< runs while the window may still be returning to its size
};

} // namespace regard

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

/// A window's layout but for its docks, as the settings keep it.
struct WindowLayout {
    QByteArray geometry; ///< QMainWindow::saveGeometry
    QByteArray centre;   ///< QSplitter::saveState of links and heatmap
};

/// Something that can be chosen to be seen while presenting.
struct PresentPanel {
    QString id; ///< `links`, `heatmap`, `sentence_field`, else a dock's
    QString name;
};

/// Makes the window full screen with few panels, and exactly as it was again.
class PresentLayout : public QObject {
    Q_OBJECT
public:
    explicit PresentLayout(const PresentParts &parts, QObject *parent);

    /// Everything that can be chosen, in the order of a menu.
    std::vector<PresentPanel> panels() const;
    /// Remembers the layout of the window, makes it full screen and shows nothing but these panels: those that the page
    /// of a lesson asks for, which come to the front, else those that are chosen; and the lesson's own, where there is
    /// one, and the sentence's field, where they are chosen. Without links and heatmap the others share the window;
    /// nothing at all shows links.
    void enter(const QStringList &chosen, const std::vector<PanelId> &asked);
    void show(const QStringList &chosen, const std::vector<PanelId> &asked); ///< others of them, while entered
    /// Shows or hides one beside those that a page asks for, until the next page.
    void tick(const QString &id, bool seen);
    void turnPage() { m_ticked.clear(); }
    /// As it was, but for the panels of a page that was turned to meanwhile, which come to the front.
    void leave(const std::vector<PanelId> &asked);
    const WindowLayout &before() const { return m_before; } ///< while entered
    /// Left, and the window may still be on its way back to its size.
    bool isSettling() const { return m_settling.isActive(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void remember();
    void hide(QWidget *widget);
    void showDocks(const QStringList &ids);
    void restore();
    void settle();
    bool hasLesson() const;
    bool isBack() const;
    const DockArrangement &docksToBe() const;
    bool isCovered(QDockWidget *dock) const;
    QList<QDockWidget *> docks() const;
    QWidget *topRow() const;

    PresentParts m_parts;
    WindowLayout m_before;
    bool m_hadLesson = false; ///< when it was remembered
    DockArrangement m_own;    ///< without presentation and lesson
    QRect m_placeBefore;
    DockArrangement m_docksBefore;
    Qt::WindowStates m_stateBefore;
    QPointer<QWidget> m_focusBefore;
    std::vector<std::pair<QPointer<QWidget>, bool>> m_hiddenBefore; ///< and whether it was
    std::vector<QDockWidget *> m_shown;                             ///< that have their sizes
    QStringList m_ticked;                                           ///< beside what the page asks for
    std::vector<PanelId> m_asked;                                   ///< by the page, when it was left
    bool m_isIn = false;
    QTimer m_settling; ///< runs while the window may still be on its way back to its size
};

} // namespace regard

#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;
class QSplitter;

namespace regard {

class HeatmapPanel;
class LinksPanel;

/// Which of the pictures in the middle of the window are shown, and how they share it.
struct Pictures {
    bool links = true;
    bool heatmap = true;
    QByteArray shares; ///< QSplitter::saveState
};

/// Links and heatmap as entries of a menu. While a lesson is open its pages choose them: a page that is about neither
/// leaves the middle to its other panels. What the person had chosen comes back after the lesson.
class PictureToggles : public QObject {
    Q_OBJECT
public:
    PictureToggles(LinksPanel *links, HeatmapPanel *heatmap, QSplitter *middle, QMainWindow *window);

    void addTo(QMenu *menu, bool links, bool heatmap);
    /// Those chosen, in the menu and in the window.
    void choose(bool links, bool heatmap);
    /// Both at the same width, where both are shown.
    void shareEvenly();
    /// Shows what is chosen, after someone else has shown or hidden pictures.
    void apply();
    /// Shows these instead of what is chosen.
    void present(bool links, bool heatmap);
    /// Without pictures the middle is as high as the strips in it and keeps its width for the docks below, or is gone.
    void settleMiddle();

    void hold();
    void letGo();
    void setOwn();        ///< what is chosen now is the person's choice, even during a lesson
    Pictures own() const; ///< the person's choice, even during a lesson
    bool isHeld() const { return m_isHeld; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QAction *addToggle(QMenu *menu, QWidget *panel, const QString &word, const QString &title, bool isOn);
    Pictures chosen() const;
    QList<QDockWidget *> docks() const;
    bool hasDockBelow() const;
    void followParts(); ///< strips and docks, which come and go by themselves

    QWidget *m_links;
    QWidget *m_heatmap;
    QSplitter *m_middle;
    QMainWindow *m_window;
    QAction *m_linksToggle = nullptr;
    QAction *m_heatmapToggle = nullptr;
    Pictures m_own; ///< while held
    bool m_isHeld = false;
};

} // namespace regard

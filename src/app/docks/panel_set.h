#pragma once

#include <optional>
#include <vector>

#include "app/docks/arranger.h"
#include "app/docks/dock_layout.h"
#include "app/docks/panel_cycle.h"
#include "app/docks/picture_toggles.h"
#include "app/export/figure_choice.h"
#include "io/lesson/panel_word.h"

class QDockWidget;
class QMainWindow;
class QSplitter;
class QStackedWidget;
class QStatusBar;

namespace regard {

class AppTheme;
class AblationPanel;
class BlockPanel;
class ChangesPanel;
class Document;
class Drawer;
class FindPanel;
class HeadsPanel;
class HeatmapPanel;
class LinksPanel;
class ModelPanel;
class OutputPanel;
class PathPanel;
class SentencePanel;
class SnapshotStrip;
class StepsPanel;
class SummariesPanel;
class TrainingPanel;
class UnrolledPanel;
class WeightsPanel;
class WhyPanel;

/// The panels of the window: makes them around one document and describes what each can do.
class PanelSet {
public:
    /// Links and heatmap are in `centre`, all others in docks of the window.
    PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks);

    /// The panels that have a picture.
    std::vector<FigureChoice> figureChoices() const;
    void addTo(PanelCycle &cycle) const;
    Arranger *arranger() const { return m_arranger; }
    PictureToggles *pictures() const { return m_pictures; }

    /// Opens panels, and brings them to the front of their places.
    void raise(const std::vector<PanelId> &panels) const { m_arranger->bring(panels); }
    /// Shows what a lesson's page is about, and nothing else. A page that names no panel leaves all as it is.
    void showPage(const std::vector<PanelId> &panels) const;
    /// Gives its panels sizes that show them, beside a lesson of that width; 0: none is seen.
    void sizePage(const std::vector<PanelId> &panels, int lessonsWidth, PageSpace space) const;
    /// Those that a person sees, behind no other's tab.
    std::vector<PanelId> seen() const;
    /// Shows the lesson's dock and makes room for it, or hides it together with its entry in menus: then the docks are
    /// arranged as before the lesson.
    void showLesson(bool shows);
    QDockWidget *lessonDock() const { return m_lessonDock; }

    QStackedWidget *lesson; ///< empty: LessonDesk fills it
    LinksPanel *links;
    HeatmapPanel *heatmap;
    WhyPanel *why;
    HeadsPanel *heads;
    BlockPanel *block;
    SummariesPanel *summaries;
    SentencePanel *sentence;
    StepsPanel *steps;
    OutputPanel *output;
    UnrolledPanel *unrolled;
    PathPanel *path;
    ModelPanel *model;
    WeightsPanel *weights;
    ChangesPanel *changes;
    AblationPanel *ablation;
    FindPanel *find;
    TrainingPanel *training;
    SnapshotStrip *snapshots;

private:
    struct Row {
        QWidget *panel;
        QWidget *focus;                       ///< the widget that gets the keyboard first
        std::optional<FigureChoice> choice{}; ///< where it has a picture
    };

    Row row(PanelId id) const;
    void makeRoomForLesson() const;
    int lessonWidth() const;
    int lessonWidthBeside(const std::vector<PanelId> &panels) const;
    void placeDocks();
    void placeDrawers();
    QDockWidget *dock(PanelId id) const; ///< null where the panel is in none

    DockLayout *m_docks;
    QMainWindow *m_window;
    Arranger *m_arranger;
    PictureToggles *m_pictures;
    Drawer *m_right = nullptr;
    Drawer *m_below = nullptr;
    QDockWidget *m_lessonDock = nullptr;
    bool m_hasLesson = false;
};

} // namespace regard

#pragma once

#include <optional>
#include <vector>

#include "app/docks/dock_layout.h"
#include "app/docks/panel_cycle.h"
#include "app/export/figure_choice.h"
#include "io/lesson/panel_word.h"

class QDockWidget;
class QMainWindow;
class QSplitter;
class QStackedWidget;

namespace regard {

class AppTheme;
class AblationPanel;
class BlockPanel;
class ChangesPanel;
class Document;
class FindPanel;
class HeadsPanel;
class HeatmapPanel;
class LinksPanel;
class ModelPanel;
class OutputPanel;
class SentencePanel;
class SnapshotStrip;
class StepsPanel;
class SummariesPanel;
class WeightsPanel;

/// The panels of the window: makes them around one document and describes what each can do.
class PanelSet {
public:
    /// Links and heatmap are in `centre`, all others in docks of the window.
    PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks);

    /// The panels that have a picture.
    std::vector<FigureChoice> figureChoices() const;
    void addTo(PanelCycle &cycle) const;
    /// Sizes the docks for the window's present width and height.
    void arrange(QMainWindow *window) const;

    /// Brings panels to the front of their places.
    void raise(const std::vector<PanelId> &panels) const;
    /// Of the panels that share a place, those at the front.
    std::vector<PanelId> front() const;
    /// Shows the lesson's dock and makes room for it, or hides it together with its entry in menus: then the docks are
    /// arranged as before the lesson.
    void showLesson(bool shows);
    QDockWidget *lessonDock() const { return m_lessonDock; }

    QStackedWidget *lesson; ///< empty: LessonDesk fills it
    LinksPanel *links;
    HeatmapPanel *heatmap;
    HeadsPanel *heads;
    BlockPanel *block;
    SummariesPanel *summaries;
    SentencePanel *sentence;
    StepsPanel *steps;
    OutputPanel *output;
    ModelPanel *model;
    WeightsPanel *weights;
    ChangesPanel *changes;
    AblationPanel *ablation;
    FindPanel *find;
    SnapshotStrip *snapshots;

private:
    struct Row {
        QWidget *panel;
        QWidget *focus;                                 ///< the widget that gets the keyboard first
        Qt::DockWidgetArea area = Qt::NoDockWidgetArea; ///< before the user moves it; none: in the middle
        std::optional<PanelId> behind{};                ///< whose tab is at the front; nothing: its own
        std::optional<FigureChoice> choice{};           ///< where it has a picture
    };

    Row row(PanelId id) const;
    void makeRoomForLesson() const;
    /// Gives a panel below the pictures more of the window, as far as the pictures keep enough.
    void heighten(PanelId below) const;
    QDockWidget *dock(PanelId id) const; ///< null where the panel is in none

    DockLayout *m_docks;
    QMainWindow *m_window;
    QSplitter *m_pictures;
    QDockWidget *m_lessonDock = nullptr;
    bool m_hasLesson = false;
};

} // namespace regard

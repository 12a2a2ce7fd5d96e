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

/// The panels of the window: makes them around one document and says what each is good for.
class PanelSet {
public:
    /// Links and heatmap are in `centre`, all others in docks of the window.
    PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks);

    /// The panels that have a picture.
    std::vector<FigureChoice> figureChoices() const;
    void addTo(PanelCycle &cycle) const;
    /// Sizes of the docks for the window as wide and high as it is.
    void arrange(QMainWindow *window) const;

    /// Brings panels to the front of their places.
    void raise(const std::vector<PanelId> &panels) const;
    /// Of the panels that share a place with others, those at the front.
    std::vector<PanelId> front() const;
    /// Shows the lesson's dock, or puts it away together with its entry in menus.
    void showLesson(bool shows) const;
    bool isLessonShown() const;
    /// Gives what a lesson had of the width to the pictures, not to the column beside it.
    void narrowBeside() const;
    /// The dock beside the lesson's.
    QDockWidget *besideLesson() const;

    QStackedWidget *lesson; ///< empty: whoever runs lessons fills it
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
        QWidget *focus;                                 ///< what the keyboard gets to first
        Qt::DockWidgetArea area = Qt::NoDockWidgetArea; ///< before anybody moves it; none: in the middle
        std::optional<PanelId> behind{};                ///< whose tab is at the front; nothing: its own
        std::optional<FigureChoice> choice{};           ///< where it has a picture
    };

    Row row(PanelId id) const;
    QDockWidget *dock(PanelId id) const; ///< null where it is in none

    QMainWindow *m_window;
    QDockWidget *m_lessonDock = nullptr;
    mutable int m_widthBeside = 0; ///< of the column beside the lesson, before there was one
};

} // namespace regard

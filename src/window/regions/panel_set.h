#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "window/export/figure_choice.h"
#include "window/regions/panel_cycle.h"
#include "words/panel_word.h"

class QStackedWidget;

namespace regard {

class AppTheme;
class AblationPanel;
class BlockPanel;
class ChangesPanel;
class CircuitsPanel;
class Document;
class FindPanel;
class HeadsPanel;
class HeatmapPanel;
class LensPanel;
class LinksPanel;
class LogitPartsPanel;
class ModelPanel;
class OutputPanel;
class PatchPanel;
class PathPanel;
class Regions;
class ScorePartsPanel;
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
    /// They stand in the window's regions.
    PanelSet(Document *document, AppTheme *theme, Regions *regions);

    /// The panels that have a picture.
    std::vector<FigureChoice> figureChoices() const;
    void addTo(PanelCycle &cycle) const;
    Regions *regions() const { return m_regions; }
    /// What is refused in them now, to be said again by the panels of another language.
    std::vector<std::function<void(PanelSet &)>> refusals() const;
    /// The widget of a panel, and the one in it that gets the keyboard first.
    ///@{
    QWidget *panel(PanelId id) const { return row(id).panel; }
    QWidget *focus(PanelId id) const { return row(id).focus; }
    ///@}

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
    LensPanel *lens;
    CircuitsPanel *circuits;
    UnrolledPanel *unrolled;
    PathPanel *path;
    ScorePartsPanel *scoreParts;
    LogitPartsPanel *logitParts;
    PatchPanel *patch;
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

    Regions *m_regions;
};

} // namespace regard

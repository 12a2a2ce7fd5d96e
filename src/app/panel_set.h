#pragma once

#include <vector>

#include "app/dock_layout.h"
#include "app/figure_choice.h"
#include "app/panel_cycle.h"

class QMainWindow;
class QSplitter;

namespace regard {

class AppTheme;
class BlockPanel;
class Document;
class HeadsPanel;
class HeatmapPanel;
class LinksPanel;
class ModelPanel;
class OutputPanel;
class SentencePanel;
class StepsPanel;
class SummariesPanel;
class WeightsPanel;

/// The panels of the window: makes them around one document and says what each is good for.
class PanelSet {
public:
    /// Links and heatmap stand in `centre`, all others in docks of the window.
    PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks);

    std::vector<FigureChoice> figureChoices() const;
    void addTo(PanelCycle &cycle) const;
    /// Sizes of the docks for the window as wide and high as it is.
    void arrange(QMainWindow *window) const;

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
};

} // namespace regard

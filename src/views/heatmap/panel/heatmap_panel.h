#pragma once

#include <memory>
#include <optional>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/heatmap/kept_scores.h"
#include "views/heatmap/shown_heatmap.h"
#include "views/table/view_table.h"
#include "views/training/step_dropout.h"

class QAction;
class QGridLayout;
class QKeyEvent;
class QScrollBar;
class QToolButton;

namespace regard {

class ColorScaleButton;
class HeatmapPlot;
class SegmentSwitch;
struct ViewOptions;

/// One head's matrix, queries down, keys across, at the stage that the switch chooses.
class HeatmapPanel : public Panel {
    Q_OBJECT
public:
    HeatmapPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// What is on screen as plain data; there must be a result.
    HeatmapData heatmapData() const;
    ViewOptions viewOptions() const;
    /// Whether the links beside it say which head it is.
    void setPaired(bool isPaired);
    /// The picture as seen, zoom included, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme, const LookChanges &changes = {}) const;
    QSizeF figureSize() const;
    HeatmapPlot *plot() const { return m_plot; }
    QToolButton *stageChip(Stage stage) const;
    /// Shows the weights after dropout; in the menu while a run drops attention weights out.
    QAction *dropoutAction() const { return m_dropout; }
    ColorScaleButton *scaleButton() const { return m_scale; }

private:
    std::shared_ptr<const HeadScores> scoresInView() const;
    void buildStageRow();
    QGridLayout *buildPlot();
    void refresh();
    void showCaption(const ShownState &state);
    void showScrollBars();
    void showStages(bool isSummary, const ShownState &state);
    void showScale(const ShownState &state);
    void setStage(Stage stage);
    void buildMore();
    void showDropoutAction(const ShownState &state);
    /// Returns the dropout over the weights in view, or no value if they are shown without it.
    std::optional<StepDropout> shownDropout() const;
    void hover(int query, int key);
    void keyPressed(QKeyEvent *event);
    bool moveTo(int key);
    void showNote(int query, int key);
    void showNoteOfFocus();
    QStringList noteLines(int query, int key) const;
    QStringList changeLines(const ShownState &state, int query, int key) const;
    QString formula(const Selection &within) const;
    std::pair<int, int> cellCounts() const; ///< queries and keys of the result
    Document *m_document;
    AppTheme *m_theme;
    SegmentSwitch *m_stages = nullptr;
    QAction *m_dropout = nullptr;
    bool m_isPaired = false;
    bool m_showsDropout = false; ///< where there is one, and weights are in view
    ColorScaleButton *m_scale = nullptr;
    HeatmapPlot *m_plot = nullptr;
    QScrollBar *m_vertical = nullptr;
    QScrollBar *m_horizontal = nullptr;
    mutable KeptScores m_scores;       ///< for the head in view
    mutable KeptScores m_scoresBefore; ///< for the same head in the pinned state
};

} // namespace regard

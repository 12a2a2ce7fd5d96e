#pragma once

#include <memory>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/parts/panel/logit_words.h"
#include "views/patch/patch_data.h"

class QKeyEvent;
class QLabel;
class QPushButton;
class QUndoCommand;

namespace regard {

class Figure;
class FigureView;
class PatchGrids;
class PatchRun;
class SegmentSwitch;
struct ViewOptions;

/// What the pinned state's numbers do in the present one: a map of what each part alone does, whose cells switch it on,
/// or the rows between the layers of both, to be dragged from the one to the other.
class PatchPanel : public Panel {
    Q_OBJECT
public:
    PatchPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space, complete; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; } ///< of the map
    FigureView *seenView() const;               ///< of what is shown, to be focused
    /// Bare, the map alone is shown.
    void setBare(bool bare, QWidget *alone = nullptr) override;
    ViewOptions viewOptions() const;
    QString emptyMessage() const; ///< the text in place of a picture, with what to do
    QString note() const;         ///< below the controls

    // Controls, for tests
    PatchRun *run() const { return m_run; }
    QComboBox *kindBox() const { return m_kind; }
    LogitWords *words() const { return m_words; }
    QPushButton *swapButton() const { return m_swap; }
    SegmentSwitch *modeSwitch() const { return m_mode; }
    PatchGrids *grids() const { return m_grids; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildControls();
    void follow();
    void refresh();
    void showKinds();
    void chooseMode(int mode);
    void showNote();
    bool canAsk() const;
    PatchOptions options() const;
    const HeatmapFigure *shown() const;
    QString textOf(int row, int column) const;
    void pointAt(QPointF point, QPoint globalPosition);
    void moveTo(int row, int column);
    void toggle(int row, int column);
    void swapStates();
    void followSwaps();
    void keyPressed(QKeyEvent *event);

    /// A step that swapped the states, and what was pinned before and after it.
    struct Swap {
        const QUndoCommand *step = nullptr;
        std::shared_ptr<const PinnedState> before;
        std::shared_ptr<const PinnedState> after;
    };

    Document *m_document;
    AppTheme *m_theme;
    PatchRun *m_run;
    QWidget *m_controls;
    SegmentSwitch *m_mode;
    QComboBox *m_kind;
    LogitWords *m_words;
    QPushButton *m_swap;
    QLabel *m_note;
    FigureView *m_view;
    PatchGrids *m_grids; ///< in place of the map
    ShownState m_state;  ///< the present one, token by token
    PatchKind m_chosen = PatchKind::HeadOutput;
    PartsQuestion m_question;
    SharedPatch m_answer; ///< null: it is being computed, or there is none
    QString m_typed;      ///< a sentence about what was typed
    int m_row = -1;       ///< of the cell in focus
    int m_column = -1;
    bool m_drags = false; ///< the rows of both states in place of the map
    bool m_isBare = false;
    std::vector<Swap> m_swaps;
    bool m_stale = true;
};

} // namespace regard

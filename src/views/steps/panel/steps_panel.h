#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/steps/step_data.h"
#include "views/steps/step_maker.h"
#include "views/steps/step_walk.h"
#include "views/steps/walk_source.h"

class QAction;
class QKeyEvent;
class QToolButton;

namespace regard {

class Figure;
class FigureView;
class PlayView;
class SegmentSwitch;
class StepViewMenu;
class StepsFigure;
class WalkBar;
struct StepHit;
struct ViewOptions;

/// The stages that lead to the selected weight and on from it, one at a time or all below each other, with every
/// number.
class StepsPanel : public Panel {
    Q_OBJECT
public:
    StepsPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space: the chosen stage, or the page of all. Null where there is no attention.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }

    /// Whether one word's way to its links is played, in place of the stages.
    bool showsPlay() const { return m_showsPlay; }
    void setShowsPlay(bool shows);
    PlayView *play() const { return m_play; }

    /// Stays as it is: the play needs no model, and the stages say themselves why there are none.
    void setEmptyText(const QString & /*text*/) override {}

    StepKind step() const { return m_document->look().stepView().kind; }
    /// Shows that stage; nothing where the model does not have it.
    void setStep(StepKind kind);
    bool showsAll() const;
    /// The subject of the steps: the pair, the head, the state where it is not the present one, and "by hand" where it
    /// is.
    QString about() const { return m_about; }
    ViewOptions viewOptions() const;
    const StepsData &data() const { return m_data; }
    /// The pages of the walk, for export, of the shown state (of a difference the present one); none where there is no
    /// attention.
    WalkPages walkPages() const;
    /// What is exported of what is in view: that walk, or the play.
    WalkSource walkSource() const;

    // Controls, for tests
    SegmentSwitch *stages() const { return m_stages; }
    WalkBar *walk() const { return m_walk; }

signals:
    void walkExportAsked();

protected:
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void buildControls();
    void showEither();
    void refresh();
    void readSteps();
    QString foundPairText(const QString &pair) const;
    QString captionText() const;
    void followView();
    void connectWalk();
    void readWalk();
    void showChosen();
    void showFrame(int frame, double reveal);
    void showStages();
    StepChoice choice() const;
    QString emptyMessage() const;
    void describe();
    int position() const;
    void go(int position);
    void chooseComponent(int component);
    void walkComponents(int component);
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point);
    void setFlag(bool StepView::*flag, bool on);
    void lightUp(const std::vector<StepSource> &sources);
    void lightUpComponent();
    void keyPressed(QKeyEvent *event);
    bool startsWeight(const QKeyEvent &event) const;
    void typeWeight(const QString &typed);
    void moveBy(int steps);
    void pin(int key);
    const StepsFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    PlayView *m_play;
    bool m_showsPlay = false;
    SegmentSwitch *m_kinds;
    QToolButton *m_oneWord = nullptr;
    QToolButton *m_matrix = nullptr;
    QToolButton *m_all = nullptr;
    SegmentSwitch *m_stages;
    StepViewMenu *m_viewMenu;
    QAction *m_exportPlay = nullptr;
    QString m_about;
    WalkBar *m_walk;
    std::vector<WalkFrame> m_frames;
    QRectF m_pointedBox;      ///< around the number under the mouse
    double m_reveal = 1;      ///< of the frame in view, while the walk plays
    bool m_isWalking = false; ///< the walk is changing the selection
    int m_component = -1;     ///< as in StepChoice
    StepView m_shownView;     ///< the last one shown
    StepsData m_data;         ///< for the shown result and selection, while the panel is visible
    QString m_whyNone;        ///< where there is a result but no steps of it
    bool m_stale = true;
    bool m_scrollWaits = false; ///< all stages were loaded, and the chosen one must scroll into view
};

} // namespace regard

#pragma once

#include <memory>
#include <optional>

#include "views/parts/parts_figure.h"
#include "views/parts/parts_run.h"
#include "views/table/panel/view_panel.h"

class QComboBox;

namespace regard {

/// What the panels of scores and of logits as sums of parts share: the picture, which follows what is in focus, and how
/// a row of it is chosen by mouse and keyboard.
class PartsPanel : public ViewPanel {
    Q_OBJECT
public:
    ViewOptions viewOptions() const override;
    ViewOptions completeOptions() const override;
    PartsRun *run() const { return m_run; }

protected:
    PartsPanel(ViewId view, Document *document, AppTheme *theme, PartsRun::Make make, QWidget *parent);

    /// Why there is no picture of the state.
    virtual QString whyNone(const ShownState &state) const = 0;
    /// Shows what may be chosen of the state.
    virtual void showChoices(const ShownState &state) = 0;
    /// A part was clicked, of a score the query's or the key's.
    virtual void choose(const StreamPart &part, bool isOfKey) = 0;
    /// What a click on a head does.
    virtual QString headTip() const = 0;

    const PartsFigure *shown() const;

    std::unique_ptr<Figure> made(QSizeF space, const Theme &theme) override;
    void showState() override;
    void stateChanged(const ShownState &before) override;
    void pointAt(QPointF point, QPoint globalPosition) override;
    void click(QPointF point) override;
    void keyPressed(QKeyEvent *event) override;
    void resetChoices() override;
    void stop() override;

    PartsQuestion m_question;

private:
    void chooseRow(PartsHit row);

    PartsRun *m_run;
    std::shared_ptr<const PartsData> m_data;
    std::optional<PartsHit> m_current; ///< where the keyboard is
};

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/parts/parts_figure.h"
#include "views/parts/parts_run.h"
#include "views/table/view_table.h"

class QComboBox;
class QKeyEvent;
class QLabel;

namespace regard {

class FigureView;

/// What the panels of scores and of logits as sums of parts share: the picture, which follows what is in focus, and how
/// a row of it is chosen by mouse and keyboard.
class PartsPanel : public Panel {
    Q_OBJECT
public:
    /// The picture as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    ViewOptions viewOptions() const;
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

    void refresh();
    /// A sentence below the picture; empty: none.
    void say(const QString &sentence);
    const PartsFigure *shown() const;
    const ShownState &state() const { return m_state; }
    Document *document() const { return m_document; }

    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

    PartsQuestion m_question;

private:
    void follow();
    void pointAt(QPointF point, QPoint globalPosition);
    void pressKey(QKeyEvent *event);
    void chooseRow(PartsHit row);

    ViewId m_id;
    Document *m_document;
    AppTheme *m_theme;
    PartsRun *m_run;
    FigureView *m_view;
    QLabel *m_said;
    ShownState m_state; ///< the present one, token by token
    std::shared_ptr<const PartsData> m_data;
    std::optional<PartsHit> m_current; ///< where the keyboard is
    bool m_stale = true;
};

} // namespace regard

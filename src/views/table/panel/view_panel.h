#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/table/view_table.h"

class QKeyEvent;
class QLabel;

namespace regard {

class FigureView;

/// A panel with one picture of the present state, token by token, which it follows while it is seen: a row of the table
/// of views, with controls above it.
class ViewPanel : public Panel {
    Q_OBJECT
public:
    /// The picture as seen, for a space, complete; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    /// What the picture is asked.
    virtual ViewOptions viewOptions() const = 0;
    /// As viewOptions(), for a picture that stands elsewhere than in the panel and has to be complete.
    virtual ViewOptions completeOptions() const { return viewOptions(); }
    QString note() const; ///< the sentence beside the picture; empty: none
    /// Asks again what a new panel asks, as the text of a lesson's page expects.
    void forgetChoices();

protected:
    ViewPanel(ViewId view, Document *document, AppTheme *theme, QWidget *parent);

    /// Makes the panel's own picture of `state`, with no title, which the panel's head has.
    virtual std::unique_ptr<Figure> made(QSizeF space, const Theme &theme) = 0;
    /// Shows the state anew; called while the panel is seen.
    virtual void showState() = 0;
    /// Another state, or selection, came: shows it.
    virtual void stateChanged(const ShownState &) { refresh(); }
    virtual void pointAt(QPointF point, QPoint globalPosition) = 0;
    virtual void click(QPointF point) = 0;
    virtual void keyPressed(QKeyEvent *event) = 0;
    /// Chooses again what a new panel has chosen. Another project is being loaded, or a lesson's page was turned; the
    /// state is shown afterwards.
    virtual void resetChoices() = 0;
    /// Stops what is being computed: nobody sees it.
    virtual void stop() = 0;

    /// Begins to follow the document; the constructor of a panel ends with it.
    void follow();
    void refresh();
    /// A sentence where noteLabel() stands; empty: none.
    void say(const QString &sentence);
    QLabel *noteLabel() const { return m_note; }
    const ShownState &state() const { return m_state; }
    Document *document() const { return m_document; }

    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void readState();
    void resetQuietly();

    ViewId m_id;
    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    QLabel *m_note;
    ShownState m_state; ///< the present one, token by token
    bool m_stale = true;
    bool m_isResetting = false; ///< controls change, but the state is shown later
};

} // namespace regard

#pragma once

#include <memory>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/lens/lens_data.h"
#include "views/lens/lens_figure.h"

class QKeyEvent;
class QLabel;
class QLineEdit;

namespace regard {

class FigureView;
struct ViewOptions;

/// What the model would say after each layer, token by token, and how likely a word of the user's is there. A large
/// vocabulary's numbers are computed on a thread.
class LensPanel : public Panel {
    Q_OBJECT
public:
    LensPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space, complete; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    ViewOptions viewOptions() const;
    QString emptyMessage() const; ///< the text in place of a picture, with what to do
    QLineEdit *word() const { return m_word; }
    QString note() const; ///< below the field

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void follow();
    void refresh();
    void followWord();
    bool hasPicture() const;
    const LensFigure *shown() const;
    QString textOf(LensHit hit) const;
    void pointAt(QPointF point, QPoint globalPosition);
    void goTo(LensHit hit, bool pins);
    void keyPressed(QKeyEvent *event);

    Document *m_document;
    AppTheme *m_theme;
    LensRun *m_run;
    QLineEdit *m_word;
    QLabel *m_note;
    FigureView *m_view;
    ShownState m_state; ///< the present one, token by token
    SharedLens m_drawn; ///< whose data these are, without a focus
    LensData m_data;
    std::string m_followed; ///< the field's word; empty: none, or none that is known
    bool m_stale = true;
};

} // namespace regard

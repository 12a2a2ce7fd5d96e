#pragma once

#include <string>

#include "views/lens/lens_data.h"
#include "views/lens/lens_figure.h"
#include "views/table/panel/view_panel.h"

class QLineEdit;

namespace regard {

/// What the model would say after each layer, token by token, and how likely a word of the user's is there. A large
/// vocabulary's numbers are computed on a thread.
class LensPanel : public ViewPanel {
    Q_OBJECT
public:
    LensPanel(Document *document, AppTheme *theme, QWidget *parent);

    ViewOptions viewOptions() const override;
    ViewOptions completeOptions() const override;
    QString emptyMessage() const; ///< the text in place of a picture, with what to do
    QLineEdit *word() const { return m_word; }

protected:
    std::unique_ptr<Figure> made(QSizeF space, const Theme &theme) override;
    void showState() override;
    void stateChanged(const ShownState &before) override;
    void pointAt(QPointF point, QPoint globalPosition) override;
    void click(QPointF point) override;
    void keyPressed(QKeyEvent *event) override;
    void resetChoices() override;
    void stop() override;

private:
    void followWord();
    bool hasPicture() const;
    const LensFigure *shown() const;
    QString textOf(LensHit hit) const;
    void goTo(LensHit hit, bool pins);

    LensRun *m_run;
    QLineEdit *m_word;
    SharedLens m_drawn; ///< whose data these are, without a focus
    LensData m_data;
    std::string m_followed; ///< the field's word; empty: none, or none that is known
};

} // namespace regard

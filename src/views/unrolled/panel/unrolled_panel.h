#pragma once

#include <memory>
#include <optional>

#include <QPoint>
#include <QPointF>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/unrolled/unrolled_figure.h"

class QKeyEvent;

namespace regard {

class FigureView;
struct ViewOptions;

/// A recurrent network over its sentences. Pointing at a state shows where it comes from, a click chooses its chain,
/// and any state can be put to zero.
class UnrolledPanel : public Panel {
    Q_OBJECT
public:
    UnrolledPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    ViewOptions viewOptions() const;
    FigureView *view() const { return m_view; }
    /// The box that is pointed at, else the one where the keyboard is.
    std::optional<UnrolledBox> focus() const { return m_pointed ? m_pointed : m_current; }
    /// Puts the state of a box to zero, or takes that back; an undo step. Nothing where it is none of a chain.
    void toggleZero(const UnrolledBox &box);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void follow();
    void refresh();
    const UnrolledFigure *shown() const;
    void pointAt(QPointF point, QPoint globalPosition);
    void choose(const UnrolledBox &box);
    void showItsStage();
    void askWhat(QPoint globalPosition);
    void keyPressed(QKeyEvent *event);
    std::optional<UnrolledBox> moved(int key) const;

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    ShownState m_state; ///< the present one, token by token
    std::optional<UnrolledBox> m_pointed;
    std::optional<UnrolledBox> m_current;
    bool m_stale = true;
};

} // namespace regard

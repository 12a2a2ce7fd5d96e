#pragma once

#include <memory>

#include "document/document.h"
#include "widgets/app_theme.h"
#include "widgets/figure_data.h"
#include "widgets/panel.h"

class QKeyEvent;

namespace regard {

class FigureView;

/// A thumbnail of every head of every layer; a click or the arrow keys choose the one that all views show.
class HeadsPanel : public Panel {
    Q_OBJECT
public:
    HeadsPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size) const;
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }

private:
    void refresh();
    void selectionChanged();
    void choose(int layer, int head);
    void pointAt(QPointF point, QPointF globalPosition);
    void keyPressed(QKeyEvent *event);
    const HeadsFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    int m_layer = -1; ///< as framed on screen
    int m_head = -1;
};

} // namespace regard

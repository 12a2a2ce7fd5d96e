#pragma once

#include <memory>
#include <optional>

#include <QSize>

#include "document/document.h"
#include "widgets/app_theme.h"
#include "widgets/figure_data.h"
#include "widgets/panel.h"

class QKeyEvent;

namespace regard {

class FigureView;

/// The map of all heads: a thumbnail of each, in a section for each attention. A click or the arrow keys choose the
/// head that all views show, Ctrl adds heads to the links, and a layer's label takes the mean of its heads.
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
    bool hasHeads() const;
    /// For the screen: with the keyboard's place, and with thumbnails that stay.
    std::unique_ptr<Figure> seen(QSizeF size) const;
    const HeadsFigure *shown() const;
    HeadsMarks presentMarks() const;
    void refresh();
    void resultChanged();
    void selectionChanged();
    void showCounts();
    void describe();

    /// `several` adds the head to those in the links or takes it from them. A label takes the mean.
    void choose(const HeadPlace &place, bool several);
    void moveCursor(const HeadPlace &place);
    void scrollTo(const HeadPlace &place);
    HeadPlace cursor() const;
    void pointAt(QPointF point, QPointF globalPosition);
    void keyPressed(QKeyEvent *event);
    QString placeText(const HeadPlace &place) const;   ///< "encoder layer 2 · head 3"
    QString weightsText(const HeadPlace &place) const; ///< further lines: strongest link, entropy
    QString tip(const HeadPlace &place);

    Document *m_document;
    AppTheme *m_theme;
    FigureView *m_view;
    std::shared_ptr<HeadThumbnails> m_thumbnails;
    HeadsMarks m_marks;                ///< as on screen, without the cursor
    std::optional<HeadPlace> m_cursor; ///< where it is not on what is selected
    bool m_mustScroll = true;          ///< to what is selected, once the picture is there
    QSize m_space;                     ///< the view's size when it was last scrolled
    std::optional<HeadPlace> m_tipPlace;
    QString m_tip; ///< of m_tipPlace, in the present result
};

} // namespace regard

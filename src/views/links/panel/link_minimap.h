#pragma once

#include <QWidget>

#include "controls/app_theme.h"

namespace regard {

class FigureView;
class LinkFigure;
class Minimap;

/// A view of links with a minimap along its tokens, which shows its place in a long sentence and scrolls to other
/// places. A token that another view brings into focus scrolls into this one.
class LinkMinimap : public QWidget {
    Q_OBJECT
public:
    /// `view` must show link figures alone; it becomes a child.
    LinkMinimap(FigureView *view, AppTheme *theme, QWidget *parent);

    Minimap *vertical() const { return m_vertical; }
    Minimap *horizontal() const { return m_horizontal; } ///< of tokens side by side

private:
    void follow();
    void scrollTo(int token);
    void showFocus(int query, int key);
    const LinkFigure *figure() const;

    FigureView *m_view;
    Minimap *m_vertical;
    Minimap *m_horizontal;
    int m_query = -1; ///< in focus at the last look
    int m_key = -1;
};

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/base/made_once.h"
#include "views/base/token_focus.h"
#include "views/links/shown_links.h"
#include "views/table/view_table.h"

class QKeyEvent;
class QLabel;
class QSlider;
class QToolButton;

namespace regard {

class FigureView;
struct ViewOptions;

/// The links of one layer's heads: the floor, the arrangement, and the picture that isolates what is pointed at.
class LinksPanel : public Panel {
    Q_OBJECT
public:
    LinksPanel(Document *document, AppTheme *theme, QWidget *parent);

    const LinkOptions &options() const { return m_options; }
    ViewOptions viewOptions() const;
    double floor() const { return m_options.floor; }
    void setFloor(double floor); ///< 0 … 0.5
    bool isHorizontal() const { return m_options.horizontal; }
    /// A choice that stays; until there is one, tokens are one above the other, as the rows of the heatmap beside them.
    /// In a mostly Chinese or Japanese sentence they are side by side where links are straight, or presented.
    void setHorizontal(bool horizontal);
    void setSideBySide(bool sideBySide);
    /// Draws links along curves, as they are until this is called, or straight.
    void setCurved(bool curved);

    /// What is on screen as plain data; there must be a result.
    const LinkData &linkData() const;
    /// The picture as seen, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme, const LookChanges &changes = {}) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    const LinkFigure *picture() const; ///< on screen; null: there is none
    /// Those of a picture beside it, see LinkData::rows.
    void setRows(std::optional<SharedRows> rows);
    QLabel *hint() const { return m_hint; }

signals:
    void floorChanged(double floor);
    void curvedChanged(bool curved);
    void horizontalChanged(bool horizontal); ///< chosen by the user, not by the sentence

private:
    void buildFloorRow();
    void connectView();
    void followShown();
    void refresh();
    void showCaption();
    void followSentence();
    void showArrangement();
    void showHint();
    bool wantsHint() const;

    void pointAt(QPointF point, QPointF globalPosition);
    void pointAtToken(const LinkHit &hit, QPointF globalPosition);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void drag(QPointF from, QPointF to, bool isDone);
    void drop(QPointF point);
    void keyPressed(QKeyEvent *event);
    bool moveCursor(int key);
    LinkHit cursor() const;
    int tokenCount(LinkHit::Side side) const; ///< of the shown result
    /// "it → cat, weight 0.97, head 1", for a difference "it → cat: 0.72 pinned, 0.31 now, −0.41, head 1"; head −1 is
    /// the summary in view.
    QString linkText(int query, int key, float weight, int head) const;
    QString headText(int head) const;
    void askAboutToken(QPointF point, QPoint globalPosition);
    // The token or link at a point of the picture, among tokens that the result has; there must be a picture.
    std::optional<LinkHit> tokenAt(QPointF point) const;
    std::optional<LinkFigure::Band> bandAt(QPointF point) const;
    QString pairText(int query, int key) const;
    QString strongestText(const LinkHit &hit) const;

    Document *m_document;
    AppTheme *m_theme;
    ShownInput m_seen; ///< at the time the picture was last made
    mutable MadeOnce<LinkData> m_data;
    LinkOptions m_options;
    bool m_arrangementChosen = false;
    QSlider *m_floor = nullptr;
    QWidget *m_floorPart = nullptr; ///< the slider with its label and number
    QLabel *m_floorValue = nullptr;
    QToolButton *m_arrangement = nullptr;
    QToolButton *m_multiples = nullptr;
    QToolButton *m_curves = nullptr;
    FigureView *m_view = nullptr;
    QLabel *m_hint = nullptr;  ///< over the picture, above its words
    bool m_hasClicked = false; ///< a word: whoever has needs no hint
    std::optional<SharedRows> m_rows;
    std::shared_ptr<LinkBackdrop> m_backdrop; ///< for the figures on screen
    /// A link one of whose ends is being dragged.
    struct Drag {
        LinkFigure::Band band;
        bool isKey; ///< the end at the key; else at the query
        QPointF at;
    };
    std::optional<LinkFigure::Band> m_pressedBand; ///< as it was before the click
    std::optional<Drag> m_drag;
    LinkHit m_cursor{LinkHit::Side::Query, -1}; ///< the cursor while no token is in focus
};

} // namespace regard

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "document/document.h"
#include "views/data/figure_data.h"
#include "views/data/made_once.h"
#include "views/tokens/token_focus.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/panel.h"

class QKeyEvent;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace regard {

class FigureView;
class HeadChips;
struct ViewOptions;

/// The links of one layer: which heads are on, the floor, the arrangement, and the picture that isolates what is
/// pointed at.
class LinksPanel : public Panel {
    Q_OBJECT
public:
    LinksPanel(Document *document, AppTheme *theme, QWidget *parent);

    const LinkOptions &options() const { return m_options; }
    ViewOptions viewOptions() const;
    double floor() const { return m_options.floor; }
    void setFloor(double floor); ///< 0 … 0.5
    bool isHorizontal() const { return m_options.horizontal; }
    /// A choice that stays; until there is one, a mostly Chinese or Japanese sentence lies and any other stands.
    void setHorizontal(bool horizontal);
    void setSideBySide(bool sideBySide);

    /// While a token is in focus, pointing finds no links but its own above the floor: what a spotlight leaves to be
    /// seen.
    void setPointsAtLitAlone(bool litAlone) { m_pointsAtLitAlone = litAlone; }

    /// What is on screen as plain data; there must be a result.
    const LinkData &linkData() const;
    /// The picture as seen, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size) const;
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;
    FigureView *view() const { return m_view; }
    HeadChips *chips() const { return m_chips; }

signals:
    void floorChanged(double floor);
    void horizontalChanged(bool horizontal); ///< chosen by the person, not by the sentence

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void followWidth(); ///< with the least height that all rows need in this width
    void buildChipRow();
    void buildFloorRow();
    void connectView();
    void followShown();
    void refresh();
    void showChips();
    void showCaption();
    void followSentence();
    void showArrangement();
    void setHeadsOn(bool all);

    void pointAt(QPointF point, QPointF globalPosition);
    void pointAtToken(const LinkHit &hit, QPointF globalPosition);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void keyPressed(QKeyEvent *event);
    bool moveCursor(int key);
    LinkHit cursor() const;
    int tokenCount(LinkHit::Side side) const; ///< of the result that is shown
    /// "it → cat, weight 0.97, head 1", of a difference "it → cat: 0.72 pinned, 0.31 now, −0.41, head 1"; head −1 is
    /// the summary in view.
    QString linkText(int query, int key, float weight, int head) const;
    void askAboutToken(QPointF point, QPoint globalPosition);
    // What a point of the picture is over, of those tokens that the result has; there must be a
    // picture.
    std::optional<LinkHit> tokenAt(QPointF point) const;
    std::optional<LinkFigure::Band> bandAt(QPointF point) const;
    QString pairText(int query, int key) const;
    QString strongestText(const LinkHit &hit) const;
    const LinkFigure *shown() const;

    Document *m_document;
    AppTheme *m_theme;
    ShownInput m_seen; ///< when the picture was last made
    mutable MadeOnce<LinkData> m_data;
    LinkOptions m_options;
    bool m_arrangementChosen = false;
    bool m_pointsAtLitAlone = false;
    HeadChips *m_chips = nullptr;
    QSlider *m_floor = nullptr;
    QLabel *m_floorValue = nullptr;
    QToolButton *m_arrangement = nullptr;
    QToolButton *m_multiples = nullptr;
    FigureView *m_view = nullptr;
    std::shared_ptr<LinkBackdrop> m_backdrop;   ///< of the figures on screen
    LinkHit m_cursor{LinkHit::Side::Query, -1}; ///< where the keyboard stands while no token is in focus
};

} // namespace regard

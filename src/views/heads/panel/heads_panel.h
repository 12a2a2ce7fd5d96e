#pragma once

#include <map>
#include <memory>
#include <optional>

#include <QSize>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/base/made_once.h"
#include "views/heads/shown_heads.h"
#include "views/table/view_table.h"

class QAction;
class QKeyEvent;
class QLabel;
class QMenu;
class QToolButton;

namespace regard {

class FigureView;
class ThumbnailRun;
struct ViewOptions;

/// All heads: a thumbnail of each, in a section for each attention; in a narrow column as HeadsColumnFigure has them,
/// else the map of layers × heads. A click or the arrow keys choose the head that all views show, Ctrl adds heads to
/// the links, a layer's label selects the mean of its heads, and O switches a head off or on. While something is
/// pinned, bars show how much each head moved. At the foot the number of heads is changed.
class HeadsPanel : public Panel {
    Q_OBJECT
public:
    HeadsPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The picture as seen, for a space; null where there is no result yet.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme, const LookChanges &changes = {}) const;
    QSizeF figureSize() const;
    /// The options for either state of a comparison.
    ViewOptions viewOptions() const;
    FigureView *view() const { return m_view; }
    ThumbnailRun *reading() const { return m_reading; } ///< the heads of a file
    bool isColumn() const { return m_isColumn; }
    QToolButton *fewerButton() const { return m_fewer; }
    QToolButton *moreButton() const { return m_more; }
    /// What is on screen as plain data, without the keyboard's cursor; there must be a result.
    const HeadsData &headsData() const;

    /// Bars under the thumbnails: how much each head matters, with a label; none: no bars. While something is pinned
    /// they replace the bars of movement if they were requested after pinning.
    void setImportance(std::map<HeadRef, double> importance, const QString &label);

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildMenu();
    void buildFoot();
    void fitFoot();
    void showHeadCount();
    void changeHeadCount(int direction);
    void followWidth();
    void setHeadsOn(bool all);
    void chooseMean();
    bool hasHeads() const;
    bool exists(const HeadPlace &place) const; ///< in the shown state
    /// Makes the figure for the screen, with the keyboard's cursor and cached thumbnails.
    std::unique_ptr<Figure> seen(QSizeF size) const;
    const HeadsPicture *shown() const;
    const std::map<HeadRef, double> &shades() const;
    HeadsOptions options() const;
    void refresh();
    bool showsImportance(const ShownState &state) const;
    void hideTip(); ///< this panel's, for a result that is no longer shown
    void resultChanged();
    void selectionChanged();
    void showCounts();
    void showMessage();
    QString countsText(const ModelConfig &config) const;
    void describe();

    /// `several` adds the head to those in the links or removes it from them. A label selects the mean.
    void choose(const HeadPlace &place, bool several);
    void moveCursor(const HeadPlace &place);
    void scrollTo(const HeadPlace &place);
    HeadPlace cursor() const;
    void pointAt(QPointF point, QPointF globalPosition);
    void askAboutHead(QPointF point, QPoint globalPosition);
    void showMenu(const HeadPlace &place, QPoint globalPosition);
    void keyPressed(QKeyEvent *event);
    /// "encoder layer 2 · head 3 · moved 12 % of its attention", and its interventions.
    QString placeText(const HeadPlace &place) const;
    QString weightsText(const HeadPlace &place) const; ///< further lines: strongest link, entropy
    /// A further line: the largest change of the head's weights.
    static QString changeText(const TraceComparison &comparison, const HeadPlace &place);
    QString tip(const HeadPlace &place);

    Document *m_document;
    AppTheme *m_theme;
    QMenu *m_menu = nullptr;
    QAction *m_sort = nullptr;
    QToolButton *m_fewer = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_countName = nullptr;
    QToolButton *m_more = nullptr;
    QToolButton *m_menuButton = nullptr;
    bool m_isColumn = false;
    FigureView *m_view;
    std::shared_ptr<HeadThumbnails> m_thumbnails;
    ThumbnailRun *m_reading;
    ShownInput m_seen;
    mutable MadeOnce<HeadsData> m_data;
    mutable std::optional<std::map<HeadRef, double>> m_shades; ///< of the map in a column, once they are asked for
    HeadsMarks m_marks;                                        ///< as on screen, without the cursor
    std::optional<HeadPlace> m_cursor;                         ///< where it is not on the selected head
    bool m_mustScroll = true;                                  ///< to the selected head, once there is a picture
    QSize m_space;                                             ///< the view's size when it was last scrolled
    std::optional<HeadPlace> m_tipPlace;
    QString m_tip; ///< for m_tipPlace, in the shown result
    std::map<HeadRef, double> m_importance;
    QString m_importanceLabel;
    bool m_isImportanceLast = false; ///< requested after pinning
};

} // namespace regard

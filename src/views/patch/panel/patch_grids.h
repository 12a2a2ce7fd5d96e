#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/lens/lens_run.h"
#include "views/patch/patch_grids_figure.h"

class QKeyEvent;

namespace regard {

class FigureView;

/// The rows between the layers of the pinned and the present state: a cell of the one is put into one of the other by
/// dragging it there, or by Space and Return.
class PatchGrids : public QWidget {
    Q_OBJECT
public:
    PatchGrids(Document *document, AppTheme *theme, QWidget *parent);

    /// Shows a state, token by token, that something can be patched in; null: nothing.
    void show(const ShownState *state);
    FigureView *view() const { return m_view; }
    const PatchGridsFigure *figure() const;
    /// The picture as seen, for a space, complete; null where nothing is shown.
    std::unique_ptr<Figure> wholeFigure(QSizeF size, const Theme &theme) const;
    bool isBusy() const { return m_pinnedLens->isBusy() || m_nowLens->isBusy(); }
    /// The present cells that what is dragged or marked could reach from the one that it is held over.
    std::vector<LensHit> reached() const;

signals:
    void progressed();

protected:
    void hideEvent(QHideEvent *event) override;

private:
    PatchGridsData data(bool isWhole) const;
    LensData gridOf(const Result &result, LensRun *run, bool isWhole) const;
    void paintMarks(QPainter &painter) const;
    void pointAt(QPointF point, QPoint globalPosition);
    void click(QPointF point);
    void drag(QPointF from, QPointF to, bool isDone);
    void pressKey(QKeyEvent *event);
    void moveTo(const PatchGridsHit &cell);
    QString textOf(const PatchGridsHit &at) const;
    PatchPlace placeOf(const LensHit &cell) const;
    bool isPatched(const LensHit &cell) const;
    void put(const LensHit &from, const LensHit &to);
    void takeOut(const LensHit &cell);

    Document *m_document;
    AppTheme *m_theme;
    LensRun *m_pinnedLens;
    LensRun *m_nowLens;
    FigureView *m_view;
    std::optional<ShownState> m_state;
    std::optional<LensHit> m_marked;       ///< of the pinned grid
    std::optional<LensHit> m_target;       ///< of the present one, below the pointer or the keyboard
    std::optional<PatchGridsHit> m_cursor; ///< the keyboard's cell
};

} // namespace regard

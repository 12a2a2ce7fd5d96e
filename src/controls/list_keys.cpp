#include "controls/list_keys.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QToolTip>

#include "controls/figure_view.h"
#include "views/summaries/bar_list_figure.h"

namespace regard {

std::optional<int> rowReached(int key, int row, int rows)
{
    switch (key) {
    case Qt::Key_Up:
        return std::max(row - 1, 0);
    case Qt::Key_Down:
        return std::min(row + 1, rows - 1);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return rows - 1;
    default:
        return std::nullopt;
    }
}

bool isChoosingKey(int key)
{
    return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
}

void showRow(FigureView *view, int row)
{
    view->refresh();
    if (const auto *list = static_cast<const BarListFigure *>(view->figure()))
        view->scrollTo(list->rowRect(row));
}

bool showHeadingTip(FigureView *view, QPointF point, QPoint globalPosition)
{
    const auto *list = dynamic_cast<const BarListFigure *>(view->figure());
    const QString tip = list ? list->tipAt(point) : QString();
    if (!tip.isEmpty())
        QToolTip::showText(globalPosition, tip, view->canvas());
    return !tip.isEmpty();
}

bool bringIntoView(QAbstractItemView *view)
{
    const QModelIndex current = view->currentIndex();
    const QPoint middle = view->visualRect(current).center();
    if (!current.isValid() || view->viewport()->rect().contains(middle))
        return false;
    view->scrollTo(current);
    return true;
}

bool bringIntoView(FigureView *view, const QRectF &part)
{
    if (view->partInView().contains(part.center()))
        return false;
    view->scrollTo(part);
    return true;
}

std::optional<int> pointedRow(FigureView *view, QPointF point, int rows)
{
    const auto *list = static_cast<const BarListFigure *>(view->figure());
    std::optional<int> row = list ? list->hit(point) : std::nullopt;
    if (row && *row >= rows)
        row.reset();
    view->canvas()->setCursor(row ? Qt::PointingHandCursor : Qt::ArrowCursor);
    return row;
}

} // namespace regard

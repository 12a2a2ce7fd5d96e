#pragma once

#include <optional>

#include <QPoint>
#include <QPointF>
#include <QRectF>

class QAbstractItemView;

namespace regard {

class FigureView;

// What keys and pointer do in a picture that is a list, wherever there is one.

/// The row that a key leads to from a row of a list with at least one: Up, Down, Home, End. Nothing for other keys.
std::optional<int> rowReached(int key, int row, int rows);

/// Return, Enter and Space choose the row where the keyboard is.
bool isChoosingKey(int key);

/// Draws a view's BarListFigure anew and brings a row into view.
void showRow(FigureView *view, int row);

/// Scrolls to a view's current item. True where it was out of view: a key that would change it does nothing yet.
bool bringIntoView(QAbstractItemView *view);
/// The same of a part of a picture.
bool bringIntoView(FigureView *view, const QRectF &part);

/// The row of a view's BarListFigure at a point, of the first so many; the cursor over the view tells whether there is
/// one.
std::optional<int> pointedRow(FigureView *view, QPointF point, int rows);

/// Says what the numbers of a view's BarListFigure are where its headings are pointed at; false elsewhere.
bool showHeadingTip(FigureView *view, QPointF point, QPoint globalPosition);

} // namespace regard

#pragma once

#include <optional>

#include <QPoint>
#include <QPointF>
#include <QRectF>

class QAbstractItemView;

namespace regard {

class FigureView;

// Keys and pointer in a picture that is a list, the same in every panel.

/// The row that a key leads to from a row of a non-empty list: Up, Down, Home, End. Nothing for other keys.
std::optional<int> rowReached(int key, int row, int rows);

/// Return, Enter and Space choose the keyboard's row.
bool isChoosingKey(int key);

/// Draws a view's BarListFigure again and scrolls to a row.
void showRow(FigureView *view, int row);

/// Scrolls to a view's current item. True where it was out of view: a key that would change it does nothing yet.
bool bringIntoView(QAbstractItemView *view);
/// Scrolls to a part of a picture. True where it was out of view.
bool bringIntoView(FigureView *view, const QRectF &part);

/// The row of a view's BarListFigure at a point, among the first `rows`; sets the view's cursor accordingly.
std::optional<int> pointedRow(FigureView *view, QPointF point, int rows);

/// Shows what the numbers of a view's BarListFigure mean where its headings are pointed at; false elsewhere.
bool showHeadingTip(FigureView *view, QPointF point, QPoint globalPosition);

} // namespace regard

#pragma once

#include <QRectF>
#include <QString>

class QPainter;

namespace regard {

struct Theme;

/// A word in one of a thumbnail's corners: the upper left, or the lower right.
void paintHeadTag(QPainter &painter, const Theme &theme, const QRectF &square, const QString &text, bool isBelow);

/// A dot in the upper right corner: weights of the head are set by hand, or links of it cut.
void paintByHandDot(QPainter &painter, const Theme &theme, const QRectF &square);

/// "new" where it fits in a thumbnail of that side, else the sign that marks new tokens.
QString newHeadTag(double side);

} // namespace regard

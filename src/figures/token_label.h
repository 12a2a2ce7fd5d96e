#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QString>

namespace regard {

/// The token as a picture can show it: control characters as their symbols, what XML forbids as U+FFFD.
QString visibleToken(const QString &token);

/// The text, or its beginning and end around "…" where it is wider than `width` pixels.
QString elidedToken(const QString &text, const QFont &font, double width);

/// Text on one line inside a box, centred vertically; `alignment` is Qt::AlignLeft, AlignRight or AlignHCenter.
/// A dotted line under it marks a token whose row was drawn by chance.
void drawToken(QPainter &painter, const QRectF &box, Qt::Alignment alignment, const QString &text, const QFont &font,
               const QColor &color, bool dotted = false);

/// Text on one line, running along a slant from `anchor`: up to the right where it `starts` there, else ending there.
void drawSlantedToken(QPainter &painter, QPointF anchor, double degrees, bool starts, const QString &text,
                      const QFont &font, const QColor &color, bool dotted = false);

} // namespace regard

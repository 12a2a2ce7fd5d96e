#pragma once

#include <vector>

#include <QFontMetricsF>
#include <QPainter>
#include <QString>

namespace regard {

/// The token as a picture can show it: control characters as their symbols, what XML forbids as U+FFFD.
QString visibleToken(const QString &token);

/// The text, or its beginning and end around "…" where it is wider than `width` pixels.
QString elidedToken(const QString &text, const QFont &font, double width);

/// Marks of a token: dotted under it, its row was drawn at random; through it, it is masked out; a small plus before
/// it, the other state has no such token.
struct TokenMarks {
    bool random = false;
    bool masked = false;
    bool isNew = false;
};

/// The marks of a token by the lists of a figure's data, each of which may be shorter or empty.
TokenMarks marksOf(const std::vector<bool> &random, const std::vector<bool> &masked, int token,
                   const std::vector<bool> &newTokens = {});
bool isMarked(const std::vector<bool> &list, int token);
bool anyMarked(const std::vector<bool> &list);

/// The colour of a token's name that is there for the model rather than the reader.
QColor faintInk(QColor ink);

/// The width of the marks before the text, in pixels.
double marksWidth(const QFont &font, TokenMarks marks);

/// Text on one line inside a box, centred vertically; `alignment` is Qt::AlignLeft, AlignRight or AlignHCenter.
void drawToken(QPainter &painter, const QRectF &box, Qt::Alignment alignment, const QString &text, const QFont &font,
               const QColor &color, TokenMarks marks = {});

/// Text on one line, running along a slant from `anchor`: up to the right where it `starts` there, else ending there.
void drawSlantedToken(QPainter &painter, QPointF anchor, double degrees, bool starts, const QString &text,
                      const QFont &font, const QColor &color, TokenMarks marks = {});

} // namespace regard

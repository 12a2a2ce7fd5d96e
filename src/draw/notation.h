#pragma once

#include <vector>

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace regard {

// Letters with an index, which are written "W_Q", "d_k" or "b_1" and drawn with the index below the line. For formulas
// and names of matrices; a token is drawn by drawToken() as it is.

struct NotationPart {
    QString text;
    bool isIndex = false;
};

/// The text in its parts, the indices among them without their "_".
std::vector<NotationPart> notationParts(const QString &text);

/// The text as HTML, its signs escaped.
QString notationHtml(const QString &text);

/// The width of the text as drawNotation() draws it.
double notationWidth(const QString &text, const QFont &font);

/// Draws one line, centred vertically in the box.
void drawNotation(QPainter &painter, const QRectF &box, Qt::Alignment alignment, const QString &text, const QFont &font,
                  const QColor &color);

} // namespace regard

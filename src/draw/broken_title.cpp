#include "draw/broken_title.h"

#include <QTextBoundaryFinder>

#include "draw/figure_group.h"
#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

/// The end of the longest beginning that fits and ends where `kind` allows; `from` where none does.
qsizetype fittingEnd(const QString &text, qsizetype from, double width, const QFont &font,
                     QTextBoundaryFinder::BoundaryType kind)
{
    QTextBoundaryFinder finder(kind, text);
    finder.setPosition(from);
    qsizetype end = from;
    for (qsizetype next = finder.toNextBoundary(); next > from; next = finder.toNextBoundary()) {
        if (textWidth(text.mid(from, next - from).trimmed(), font) > width)
            break;
        end = next;
    }
    return end;
}

} // namespace

BrokenTitle::BrokenTitle(const QString &text, double width, const QFont &font) : m_font(font)
{
    const QString shown = visibleToken(text);
    for (qsizetype from = 0; from < shown.size();) {
        qsizetype end = fittingEnd(shown, from, width, font, QTextBoundaryFinder::Line);
        if (end == from)
            end = fittingEnd(shown, from, width, font, QTextBoundaryFinder::Grapheme);
        if (end == from) { // not even one character fits
            QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, shown);
            finder.setPosition(from);
            end = finder.toNextBoundary();
        }
        m_lines.append(shown.mid(from, end - from).trimmed());
        from = end;
    }
}

void BrokenTitle::paint(QPainter &painter, const QRectF &firstLine, const QColor &color) const
{
    const FigureGroup group(painter, "title");
    for (int i = 0; i < m_lines.size(); ++i)
        drawNotation(painter, firstLine.translated(0, i * lineHeight), Qt::AlignLeft, m_lines.at(i), m_font, color);
}

} // namespace regard

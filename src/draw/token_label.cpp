#include "draw/token_label.h"

#include <algorithm>

#include "draw/left_out.h"
#include "draw/text_width.h"
#include "draw/theme.h"

namespace regard {

namespace {

QFont newMarkFont(const QFont &font)
{
    return Theme::font(std::max(7.0, font.pixelSize() * 0.75), true);
}

void drawLine(QPainter &painter, QPointF baseline, const QString &text, const QFont &font, const QColor &color,
              TokenMarks marks)
{
    if (marks.isNew) {
        painter.setFont(newMarkFont(font));
        painter.setPen(color);
        painter.drawText(baseline - QPointF(0, font.pixelSize() * 0.12), QStringLiteral("+"));
        baseline.rx() += marksWidth(font, marks);
    }
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(baseline, text);
    if (!marks.random && !marks.masked)
        return;
    const QFontMetricsF metrics(font);
    const double end = baseline.x() + textWidth(text, font);
    if (marks.masked) {
        // A line of its own: SVG loses the strike-out of a font.
        const double y = baseline.y() - metrics.xHeight() / 2;
        painter.setPen(QPen(color, 1.2));
        painter.drawLine(QPointF(baseline.x() - 1, y), QPointF(end + 1, y));
    }
    if (marks.random) {
        QPen pen(color, 1, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({1, 2});
        painter.setPen(pen);
        const double y = baseline.y() + std::max(2.0, font.pixelSize() * 0.18);
        painter.drawLine(QPointF(baseline.x(), y), QPointF(end, y));
    }
}

double baselineOffset(const QFontMetricsF &metrics)
{
    return (metrics.ascent() - metrics.descent()) / 2;
}

} // namespace

QString visibleToken(const QString &token)
{
    QString shown;
    shown.reserve(token.size());
    for (qsizetype i = 0; i < token.size(); ++i) {
        const QChar c = token.at(i);
        if (c.isHighSurrogate() && i + 1 < token.size() && token.at(i + 1).isLowSurrogate()) {
            shown += c;
            shown += token.at(++i);
        } else if (c.isSurrogate() || c.unicode() == 0xfffe || c.unicode() == 0xffff) {
            shown += QChar(0xfffd);
        } else if (c.unicode() < 0x20) {
            shown += QChar(0x2400 + c.unicode());
        } else if (c.unicode() >= 0x7f && c.unicode() < 0xa0) {
            shown += QChar(0x2421);
        } else {
            shown += c;
        }
    }
    return shown;
}

TokenMarks marksOf(const std::vector<bool> &random, const std::vector<bool> &masked, int token,
                   const std::vector<bool> &newTokens)
{
    return {isMarked(random, token), isMarked(masked, token), isMarked(newTokens, token)};
}

bool isMarked(const std::vector<bool> &list, int token)
{
    const auto index = std::size_t(token);
    return token >= 0 && index < list.size() && list[index];
}

bool anyMarked(const std::vector<bool> &list)
{
    return std::find(list.begin(), list.end(), true) != list.end();
}

QColor faintInk(QColor ink)
{
    ink.setAlpha(ink.alpha() * 3 / 5);
    return ink;
}

double marksWidth(const QFont &font, TokenMarks marks)
{
    return marks.isNew ? textWidth(QStringLiteral("+"), newMarkFont(font)) + 1 : 0;
}

QString elidedToken(const QString &text, const QFont &font, double width)
{
    if (textWidth(text, font) <= width)
        return text;
    LeftOut::notePart(text);
    return QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, width);
}

void drawToken(QPainter &painter, const QRectF &box, Qt::Alignment alignment, const QString &text, const QFont &font,
               const QColor &color, TokenMarks marks)
{
    const QFontMetricsF metrics(font);
    const double width = textWidth(text, font) + marksWidth(font, marks);
    double x = box.left();
    if (alignment & Qt::AlignRight)
        x = box.right() - width;
    else if (alignment & Qt::AlignHCenter)
        x = box.center().x() - width / 2;
    drawLine(painter, QPointF(x, box.center().y() + baselineOffset(metrics)), text, font, color, marks);
}

void drawSlantedToken(QPainter &painter, QPointF anchor, double degrees, bool starts, const QString &text,
                      const QFont &font, const QColor &color, TokenMarks marks)
{
    const QFontMetricsF metrics(font);
    painter.save();
    painter.translate(anchor);
    painter.rotate(-degrees);
    const double x = starts ? 0 : -textWidth(text, font) - marksWidth(font, marks);
    drawLine(painter, QPointF(x, baselineOffset(metrics)), text, font, color, marks);
    painter.restore();
}

} // namespace regard

#include "draw/notation.h"

#include <algorithm>
#include <vector>

#include <QFontInfo>
#include <QPainter>
#include <QRegularExpression>

#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double indexSize = 0.75; ///< of the letter's size
constexpr double indexDrop = 0.22; ///< below the letter's baseline, of its size

QFont indexFont(QFont font)
{
    font.setPixelSize(std::max(1, qRound(QFontInfo(font).pixelSize() * indexSize)));
    return font;
}

} // namespace

std::vector<NotationPart> notationParts(const QString &text)
{
    static const QRegularExpression indexed(
        QStringLiteral("(?<![\\p{L}\\p{N}_])([WUbwd])_(\\p{L}{1,5}|\\p{N})(?![\\p{L}\\p{N}_])"));
    std::vector<NotationPart> parts;
    qsizetype from = 0;
    if (text.contains(QLatin1Char('_')))
        for (QRegularExpressionMatchIterator found = indexed.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            parts.push_back({text.mid(from, match.capturedEnd(1) - from)});
            parts.push_back({match.captured(2), true});
            from = match.capturedEnd();
        }
    if (from < text.size())
        parts.push_back({text.mid(from)});
    return parts;
}

QString notationHtml(const QString &text)
{
    QString html;
    for (const NotationPart &part : notationParts(text))
        html += (part.isIndex ? QStringLiteral("<sub>%1</sub>") : QStringLiteral("%1")).arg(part.text.toHtmlEscaped());
    return html;
}

double notationWidth(const QString &text, const QFont &font)
{
    double width = 0;
    for (const NotationPart &part : notationParts(text))
        width += textWidth(part.text, part.isIndex ? indexFont(font) : font);
    return width;
}

void drawNotation(QPainter &painter, const QRectF &box, Qt::Alignment alignment, const QString &text, const QFont &font,
                  const QColor &color)
{
    const std::vector<NotationPart> parts = notationParts(text);
    if (parts.size() < 2)
        return drawToken(painter, box, alignment, text, font, color);
    double x = box.left();
    if (alignment & Qt::AlignRight)
        x = box.right() - notationWidth(text, font);
    else if (alignment & Qt::AlignHCenter)
        x = box.center().x() - notationWidth(text, font) / 2;
    for (const NotationPart &part : parts) {
        const QFont used = part.isIndex ? indexFont(font) : font;
        const double width = textWidth(part.text, used);
        const double down = part.isIndex ? indexDrop * QFontInfo(font).pixelSize() : 0;
        drawToken(painter, {x, box.top() + down, width, box.height()}, Qt::AlignLeft, part.text, used, color);
        x += width;
    }
}

} // namespace regard

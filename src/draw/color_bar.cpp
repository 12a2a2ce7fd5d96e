#include "draw/color_bar.h"

#include "draw/even_number.h"
#include "draw/sign_hatch.h"
#include "draw/signed_text.h"
#include "draw/token_label.h"

namespace regard {

QString ColorBar::tickText(int step, int steps) const
{
    const double value = range.valueAt(step, steps);
    if (isDifference)
        return signedText(value, 3, 'g');
    if (scale == ColorScale::Percentile)
        return tickNumber(value);
    const QString text = QString::number(value, 'g', 3);
    return scale == ColorScale::Logarithmic && step == 0 ? QStringLiteral("\u2264") + text : text;
}

void ColorBar::paintColors(QPainter &painter, const QRectF &bar, const Theme &theme) const
{
    constexpr int pieces = 96;
    painter.setRenderHint(QPainter::Antialiasing, false);
    SignHatch signs(theme);
    for (int i = 0; i < pieces; ++i) {
        const double left = bar.left() + bar.width() * i / pieces;
        const double reach = i + 1 < pieces ? bar.width() / pieces + 0.4 : bar.width() / pieces;
        painter.fillRect(QRectF(left, bar.top(), reach, bar.height()),
                         QColor::fromRgb(range.colorAt(i, pieces - 1, theme)));
        if (range.diverging)
            signs.add(QRectF(left, bar.top(), bar.width() / pieces, bar.height()),
                      range.place(range.valueAt(i, pieces - 1)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    signs.paint(painter);
}

void ColorBar::paintTicks(QPainter &painter, const QRectF &bar, const Theme &theme) const
{
    const QFont font = Theme::monospace(10);
    const int steps = bar.width() >= 220 ? 4 : 2;
    for (int i = 0; i <= steps; ++i) {
        const double x = bar.left() + bar.width() * i / steps;
        painter.setPen(QPen(theme.muted, 1));
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3));
        drawToken(painter, QRectF(x - 40, bar.bottom() + 4, 80, 13), Qt::AlignHCenter, tickText(i, steps), font,
                  theme.muted);
        if (scale == ColorScale::Percentile)
            drawToken(painter, QRectF(x - 40, bar.top() - 14, 80, 13), Qt::AlignHCenter,
                      QStringLiteral("%1 %").arg(100 * i / steps), font, theme.muted);
    }
}

} // namespace regard

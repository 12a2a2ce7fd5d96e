#include "controls/elided_label.h"

#include <algorithm>

#include <QPainter>
#include <QStyle>

#include "draw/notation.h"

namespace regard {

ElidedLabel::ElidedLabel(QWidget *parent, Cut cut) : QLabel(parent), m_cut(cut)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QString ElidedLabel::shownText(int width) const
{
    QString shown = text();
    const auto fits = [&] { return fontMetrics().horizontalAdvance(shown) <= width; };
    while (!fits()) {
        const qsizetype end = shown.lastIndexOf(QStringLiteral(" · "));
        if (end < 0)
            break;
        shown.truncate(end);
    }
    if (fits())
        return shown;
    return m_cut == Cut::Vanishes ? QString() : fontMetrics().elidedText(shown, Qt::ElideRight, width);
}

/// A few letters, where it is not to give way wholly.
QSize ElidedLabel::minimumSizeHint() const
{
    constexpr int letters = 12;
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), letters * fontMetrics().averageCharWidth()), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QRect space = contentsRect();
    QString shown = shownText(space.width());
    if (m_beginsWithMatrix) {
        const QString matrix = shown.left(shown.indexOf(QLatin1Char(' ')));
        drawNotation(painter, space, Qt::AlignLeft, matrix, font(), palette().color(foregroundRole()));
        painter.setFont(font()); // that of the index was the last
        space.setLeft(space.left() + int(notationWidth(matrix, font())));
        shown.remove(0, matrix.size());
    }
    style()->drawItemText(&painter, space, int(alignment()), palette(), isEnabled(), shown, foregroundRole());
}

} // namespace regard

#include "widgets/parts/elided_label.h"

#include <algorithm>

#include <QPainter>
#include <QStyle>

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
    const QRect space = contentsRect();
    style()->drawItemText(&painter, space, int(alignment()), palette(), isEnabled(), shownText(space.width()),
                          foregroundRole());
}

} // namespace regard

#include "widgets/parts/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace regard {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect space = contentsRect();
    style()->drawItemText(&painter, space, int(alignment()), palette(), isEnabled(),
                          fontMetrics().elidedText(text(), Qt::ElideRight, space.width()), foregroundRole());
}

} // namespace regard

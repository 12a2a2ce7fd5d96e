#include "window/presentation/present_ring.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QPainter>

namespace regard {

namespace {

constexpr double sideOfWindow = 0.12; // of its height
constexpr QColor ringColor(0xf5, 0xa6, 0x00);

} // namespace

PresentRing::PresentRing(QWidget *window) : QWidget(window)
{
    setObjectName(QStringLiteral("presentRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void PresentRing::setOn(bool on)
{
    if (on)
        qApp->installEventFilter(this);
    else
        qApp->removeEventFilter(this);
    setVisible(on);
    if (on)
        follow();
}

void PresentRing::follow()
{
    const int side = qRound(sideOfWindow * parentWidget()->height());
    const QPoint at = parentWidget()->mapFromGlobal(QCursor::pos());
    setGeometry(at.x() - side / 2, at.y() - side / 2, side, side);
    raise();
}

bool PresentRing::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::MouseMove)
        follow();
    return false;
}

void PresentRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = width() / 14.0;
    const QRectF ring = QRectF(rect()).adjusted(line, line, -line, -line);
    for (const auto &[color, width] : {std::pair(QColor(0x20, 0x20, 0x20), line), std::pair(ringColor, line * 0.6)}) {
        painter.setPen(QPen(color, width));
        painter.drawEllipse(ring);
    }
}

} // namespace regard

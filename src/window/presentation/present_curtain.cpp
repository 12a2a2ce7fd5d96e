#include "window/presentation/present_curtain.h"

#include <QEvent>
#include <QPainter>

namespace regard {

PresentCurtain::PresentCurtain(QWidget *window) : QWidget(window)
{
    setObjectName(QStringLiteral("presentCurtain"));
    setAccessibleName(tr("Black screen: any key or click shows the picture again"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setCursor(Qt::BlankCursor);
    hide();
    window->installEventFilter(this);
}

void PresentCurtain::fall()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

bool PresentCurtain::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return false;
}

void PresentCurtain::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Qt::black);
}

} // namespace regard

#include "controls/content_area.h"

#include <QEvent>

namespace regard {

bool ContentArea::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::event(event);
}

/// Nobody tells a hidden area that its content has changed.
void ContentArea::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    updateGeometry();
}

} // namespace regard

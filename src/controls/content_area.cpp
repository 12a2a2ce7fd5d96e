#include "controls/content_area.h"

#include <QEvent>

namespace regard {

bool ContentArea::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::event(event);
}

/// While it is hidden nobody tells that the content has changed.
void ContentArea::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    updateGeometry();
}

} // namespace regard

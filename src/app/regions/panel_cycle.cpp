#include "app/regions/panel_cycle.h"

#include <QApplication>
#include <QScrollArea>
#include <QWidget>

namespace regard {

namespace {

/// The first widget from there on, within the panel, at which Tab would stop.
QWidget *firstStop(QWidget *panel, QWidget *from)
{
    QWidget *widget = from;
    do {
        const bool inside = widget == panel || panel->isAncestorOf(widget);
        if (inside && widget->isVisible() && widget->isEnabled() && widget->focusPolicy() & Qt::TabFocus)
            return widget;
        widget = widget->nextInFocusChain();
    } while (widget != from);
    return from;
}

} // namespace

void PanelCycle::add(QWidget *panel, QWidget *target)
{
    m_stops.push_back({panel, target});
}

void PanelCycle::step(int direction) const
{
    const int count = int(m_stops.size());
    int current = direction > 0 ? -1 : count;
    for (int i = 0; i < count; ++i)
        if (m_stops[std::size_t(i)].panel->isAncestorOf(QApplication::focusWidget()))
            current = i;
    for (int i = 1; i <= count; ++i) {
        const Stop &stop = m_stops[std::size_t(((current + direction * i) % count + count) % count)];
        if (!stop.panel->isVisible())
            continue;
        QWidget *target = firstStop(stop.panel, stop.target);
        target->setFocus(Qt::TabFocusReason);
        for (QWidget *parent = target->parentWidget(); parent && parent != stop.panel; parent = parent->parentWidget())
            if (auto *area = qobject_cast<QScrollArea *>(parent))
                area->ensureWidgetVisible(target);
        return;
    }
}

} // namespace regard

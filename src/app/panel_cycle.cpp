#include "app/panel_cycle.h"

#include <QApplication>
#include <QWidget>

namespace regard {

void PanelCycle::add(QWidget *panel, QWidget *target)
{
    m_stops.push_back({panel, target});
}

void PanelCycle::step(int direction) const
{
    const int count = int(m_stops.size());
    int current = direction > 0 ? -1 : count;
    for (int i = 0; i < count; ++i) {
        if (m_stops[std::size_t(i)].panel->isAncestorOf(QApplication::focusWidget()))
            current = i;
    }
    for (int i = 1; i <= count; ++i) {
        const Stop &stop = m_stops[std::size_t(((current + direction * i) % count + count) % count)];
        if (stop.panel->isVisible()) {
            stop.target->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace regard

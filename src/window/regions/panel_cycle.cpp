#include "window/regions/panel_cycle.h"

#include <QApplication>
#include <QScrollArea>
#include <QWidget>

namespace regard {

namespace {

/// Whether that first stop stands apart from its panel, as the row over the stage does.
bool isApart(const QWidget *panel, const QWidget *target)
{
    return target != panel && !panel->isAncestorOf(target);
}

/// The first widget from there on, within the panel or apart from it, at which Tab would stop.
QWidget *firstStop(QWidget *panel, QWidget *from)
{
    QWidget *widget = from;
    do {
        const bool inside = widget == panel || widget == from || panel->isAncestorOf(widget);
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
    const QWidget *focus = QApplication::focusWidget();
    for (int i = 0; i < count; ++i) {
        const auto &[panel, target] = m_stops[std::size_t(i)];
        if (panel->isAncestorOf(focus) || (isApart(panel, target) && target->parentWidget()->isAncestorOf(focus)))
            current = i;
    }
    for (int i = 1; i <= count; ++i) {
        const Stop &stop = m_stops[std::size_t(((current + direction * i) % count + count) % count)];
        if (!stop.panel->isVisible() && !(isApart(stop.panel, stop.target) && stop.target->isVisible()))
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

#include "controls/flow_layout.h"

#include <algorithm>
#include <utility>

#include <QWidget>

namespace regard {

FlowLayout::FlowLayout(QWidget *parent, int gap) : QLayout(parent), m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem *item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.push_back(item);
}

int FlowLayout::count() const
{
    return int(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)] : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    QLayoutItem *item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    return arrange(QRect(0, 0, width - margins.left() - margins.right(), 0), false) + margins.top() + margins.bottom();
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const QLayoutItem *item : m_items)
        width += item->sizeHint().width() + m_gap;
    const QMargins margins = contentsMargins();
    return {std::max(0, width - m_gap) + margins.left() + margins.right(), minimumSize().height()};
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem *item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect.marginsRemoved(contentsMargins()), true);
}

int FlowLayout::arrange(const QRect &rect, bool apply) const
{
    int y = rect.y();
    for (std::size_t first = 0; first < m_items.size();) {
        std::size_t end = first;
        int width = -m_gap;
        int height = 0;
        do {
            if (!m_items[end]->isEmpty()) { // else it is hidden
                const QSize size = m_items[end]->sizeHint();
                width += size.width() + m_gap;
                height = std::max(height, size.height());
            }
            ++end;
        } while (end < m_items.size() &&
                 (m_items[end]->isEmpty() || width + m_gap + m_items[end]->sizeHint().width() <= rect.width()));
        if (apply)
            placeLine(first, end, QRect(rect.x(), y, rect.width(), height), rect.width() - width);
        if (height > 0)
            y += height + m_gap;
        first = end;
    }
    return std::max(0, y - m_gap - rect.y());
}

void FlowLayout::placeLine(std::size_t first, std::size_t end, const QRect &line, int spare) const
{
    int x = line.x();
    for (std::size_t i = first; i < end; ++i) {
        QLayoutItem *item = m_items[i];
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint();
        if (spare > 0 && item->expandingDirections().testFlag(Qt::Horizontal))
            size.rwidth() += std::exchange(spare, 0);
        size.setWidth(std::min(size.width(), line.width()));
        item->setGeometry(QRect(QPoint(x, line.y() + (line.height() - size.height()) / 2), size));
        x += size.width() + m_gap;
    }
}

} // namespace regard

#include "window/regions/region_handle.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace regard {

namespace {

constexpr int keyStep = 16; // pixels

} // namespace

RegionHandle::RegionHandle(Qt::Orientation orientation, const QString &name, QWidget *parent)
    : QWidget(parent), m_orientation(orientation)
{
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    setCursor(orientation == Qt::Horizontal ? Qt::SplitHCursor : Qt::SplitVCursor);
}

int RegionHandle::along(QPointF point) const
{
    return int(m_orientation == Qt::Horizontal ? point.x() : point.y());
}

void RegionHandle::mousePressEvent(QMouseEvent *event)
{
    m_pressed = along(event->globalPosition());
}

void RegionHandle::mouseMoveEvent(QMouseEvent *event)
{
    const int now = along(event->globalPosition());
    if (!event->buttons().testFlag(Qt::LeftButton) || now == m_pressed)
        return;
    const int by = now - m_pressed;
    m_pressed = now;
    emit moved(by);
}

void RegionHandle::keyPressEvent(QKeyEvent *event)
{
    const bool isAcross = m_orientation == Qt::Horizontal;
    if (event->key() == (isAcross ? Qt::Key_Left : Qt::Key_Up))
        emit moved(-keyStep);
    else if (event->key() == (isAcross ? Qt::Key_Right : Qt::Key_Down))
        emit moved(keyStep);
    else
        QWidget::keyPressEvent(event);
}

void RegionHandle::paintEvent(QPaintEvent *)
{
    if (!hasFocus() && !underMouse())
        return;
    QPainter painter(this);
    const QRect line = m_orientation == Qt::Horizontal ? QRect(width() / 2 - 1, 0, 2, height())
                                                       : QRect(0, height() / 2 - 1, width(), 2);
    painter.fillRect(line, palette().color(QPalette::Highlight));
}

} // namespace regard

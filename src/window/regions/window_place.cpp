#include "window/regions/window_place.h"

#include <algorithm>
#include <utility>

#include <QScreen>
#include <QTimer>
#include <QWidget>
#include <QWindowStateChangeEvent>

namespace regard {

QRect placeOnScreen(QRect window, const QMargins &frame, const QRect &screen)
{
    const QRect room = screen.marginsRemoved(frame);
    window.setSize(window.size().boundedTo(room.size()));
    window.moveLeft(std::clamp(window.left(), room.left(), room.left() + room.width() - window.width()));
    window.moveTop(std::clamp(window.top(), room.top(), room.top() + room.height() - window.height()));
    return window;
}

WindowPlace::WindowPlace(QWidget *window) : QObject(window), m_window(window), m_size(window->size())
{
    window->installEventFilter(this);
}

/// A window manager gives a window its size and frame a moment after it is shown.
bool WindowPlace::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_window)
        return false;
    const bool wasWhole = event->type() == QEvent::WindowStateChange &&
                          static_cast<QWindowStateChangeEvent *>(event)->oldState() == Qt::WindowMaximized;
    if (wasWhole || (event->type() == QEvent::Show && std::exchange(m_isFirst, false)))
        QTimer::singleShot(0, this, [this, wasWhole] {
            if (wasWhole || m_window->size() == m_size)
                lookAtScreen();
        });
    return false;
}

void WindowPlace::lookAtScreen() const
{
    if (!m_window->isVisible() || !m_window->screen() ||
        m_window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen))
        return;
    const QRect place = m_window->geometry();
    const QRect outer = m_window->frameGeometry();
    const QMargins frame(place.left() - outer.left(), place.top() - outer.top(), outer.right() - place.right(),
                         outer.bottom() - place.bottom());
    const QRect fitting = placeOnScreen(place, frame, m_window->screen()->availableGeometry());
    if (fitting != place)
        m_window->setGeometry(fitting);
}

} // namespace regard

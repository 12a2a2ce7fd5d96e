#include "app/docks/window_fit.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QResizeEvent>
#include <QScreen>
#include <QSplitter>
#include <QTimer>

#include "app/docks/dock_layout.h"

namespace regard {

namespace {

constexpr int leastPicture = 240;           // wide; narrower, a heatmap's labels take the place of its cells
constexpr int leastHigh = 340;              // eleven words of links with title and legend
constexpr double leastShareOfPicture = 0.2; // of the middle
constexpr int mostTurns = 6;                // rounds of making docks smaller
constexpr double almostAll = 0.85;          // of the screen, which a maximised window covers at least

/// The visible docks between the middle and an edge of the window.
QList<QDockWidget *> docksIn(const QMainWindow *window, std::initializer_list<Qt::DockWidgetArea> areas)
{
    QList<QDockWidget *> seen;
    for (QDockWidget *dock : window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        const bool isThere = std::find(areas.begin(), areas.end(), window->dockWidgetArea(dock)) != areas.end();
        // A dock behind another's tab lies outside the window.
        if (isThere && dock->isVisible() && !dock->isFloating() && window->rect().intersects(dock->geometry()))
            seen << dock;
    }
    return seen;
}

/// Takes `missing` pixels from docks, from each in proportion to its size.
void shrink(QMainWindow *window, const QList<QDockWidget *> &docks, Qt::Orientation orientation, int all, int missing)
{
    QList<int> sizes;
    for (const QDockWidget *dock : docks) {
        const int size = orientation == Qt::Horizontal ? dock->width() : dock->height();
        sizes << std::max(1, size - missing * size / std::max(1, all) - 1);
    }
    resizeDocks(window, docks, sizes, orientation);
}

/// Columns of docks may lie side by side: those between an edge and the middle.
bool widenMiddle(QMainWindow *window, int pictures)
{
    const QRect middle = window->centralWidget()->geometry();
    const int missing = leastMiddleWidth(window->width(), pictures) - middle.width();
    const QList<QDockWidget *> docks = docksIn(window, {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea});
    if (missing <= 0 || docks.isEmpty())
        return false;
    shrink(window, docks, Qt::Horizontal, window->contentsRect().width() - middle.width(), missing);
    return true;
}

bool heightenPictures(QMainWindow *window, const QSplitter *pictures)
{
    const int missing = leastPictureHeight(window->height()) - pictures->height();
    const QList<QDockWidget *> docks = docksIn(window, {Qt::TopDockWidgetArea, Qt::BottomDockWidgetArea});
    int all = 0;
    for (const QDockWidget *dock : docks)
        all = std::max(all, dock->height());
    if (missing <= 0 || docks.isEmpty())
        return false;
    shrink(window, docks, Qt::Vertical, all, missing);
    return true;
}

bool shareOut(QSplitter *pictures)
{
    QList<int> sizes = pictures->sizes();
    int seen = 0;
    int whole = 0;
    for (int i = 0; i < pictures->count(); ++i) {
        seen += pictures->widget(i)->isHidden() ? 0 : 1;
        whole += pictures->widget(i)->isHidden() ? 0 : sizes[i];
    }
    bool isNarrow = false;
    for (int i = 0; i < pictures->count(); ++i)
        isNarrow |= seen > 1 && !pictures->widget(i)->isHidden() && sizes[i] < leastShareOfPicture * whole;
    if (isNarrow)
        pictures->setSizes(QList<int>(pictures->count(), whole / seen));
    return isNarrow;
}

} // namespace

QRect placeOnScreen(QRect window, const QMargins &frame, const QRect &screen)
{
    const QRect room = screen.marginsRemoved(frame);
    window.setSize(window.size().boundedTo(room.size()));
    window.moveLeft(std::clamp(window.left(), room.left(), room.left() + room.width() - window.width()));
    window.moveTop(std::clamp(window.top(), room.top(), room.top() + room.height() - window.height()));
    return window;
}

int leastMiddleWidth(int window, int pictures)
{
    return std::min(window * 2 / 5, std::max(window / 3, leastPicture * std::max(1, pictures)));
}

int leastPictureHeight(int window)
{
    return std::min(window * 9 / 20, std::max(window / 3, leastHigh));
}

bool makeRoomForMiddle(QMainWindow *window, QSplitter *pictures)
{
    if (!window->centralWidget() || window->centralWidget()->isHidden())
        return false;
    int seen = 0;
    for (int i = 0; i < pictures->count(); ++i)
        seen += pictures->widget(i)->isHidden() ? 0 : 1;
    const bool isWider = widenMiddle(window, seen);
    const bool isHigher = heightenPictures(window, pictures);
    const bool isShared = shareOut(pictures);
    return isWider || isHigher || isShared;
}

WindowFit::WindowFit(QMainWindow *window, QSplitter *pictures, std::function<bool()> rests)
    : QObject(window), m_window(window), m_pictures(pictures), m_rests(std::move(rests)), m_soon(new QTimer(this)),
      m_size(window->size())
{
    // When the layout has followed, and a window manager, which sizes a window in steps, has finished for now.
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);
    connect(m_soon, &QTimer::timeout, this, &WindowFit::look);
    window->installEventFilter(this);
}

bool WindowFit::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_window)
        return false;
    if (event->type() == QEvent::Show && m_isFirst)
        m_soon->start();
    if (event->type() == QEvent::WindowStateChange)
        m_wasWhole =
            !m_rests() && static_cast<const QWindowStateChangeEvent *>(event)->oldState() == Qt::WindowMaximized;
    if (event->type() == QEvent::Resize && m_window->isVisible()) {
        const auto *resize = static_cast<const QResizeEvent *>(event);
        const bool isSmaller =
            resize->size().width() < resize->oldSize().width() || resize->size().height() < resize->oldSize().height();
        if (isSmaller || m_isFirst)
            lookSoon();
    }
    return false;
}

void WindowFit::lookSoon()
{
    m_turns = 0;
    m_soon->start();
}

void WindowFit::look()
{
    if (m_rests() || !m_window->isVisible() || !m_window->screen())
        return;
    const bool isFree = !(m_window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen));
    const QSize room = m_window->screen()->availableSize() * almostAll;
    if (m_isFirst && !isFree && (m_window->width() < room.width() || m_window->height() < room.height()))
        return; // its size is still changing
    const bool isFirst = std::exchange(m_isFirst, false);
    if (isFree && ((isFirst && m_window->size() == m_size) || std::exchange(m_wasWhole, false)))
        lookAtScreen();
    // Docks follow later, and one at its minimum size leaves the rest to the others.
    if (makeRoomForMiddle(m_window, m_pictures) && ++m_turns < mostTurns)
        m_soon->start();
}

void WindowFit::lookAtScreen() const
{
    const QRect place = m_window->geometry();
    const QRect outer = m_window->frameGeometry();
    const QMargins frame(place.left() - outer.left(), place.top() - outer.top(), outer.right() - place.right(),
                         outer.bottom() - place.bottom());
    const QRect fitting = placeOnScreen(place, frame, m_window->screen()->availableGeometry());
    if (fitting != place)
        m_window->setGeometry(fitting);
}

} // namespace regard

#include "app/docks/dock_layout.h"

#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>

#include "app/docks/docked_panel.h"
#include "widgets/parts/panel.h"

namespace regard {

namespace {

constexpr int layoutVersion = 9; // another number discards stored layouts
constexpr int stripHeight = 4;

/// The handle by which a dock is dragged. A panel has its own title, so this is a bare strip.
class DockStrip : public QWidget {
public:
    explicit DockStrip(QWidget *parent) : QWidget(parent)
    {
        setCursor(Qt::OpenHandCursor);
        setToolTip(QDockWidget::tr("Drag to move this panel, double click to float it"));
    }
    QSize sizeHint() const override { return QSize(40, stripHeight); }
    QSize minimumSizeHint() const override { return QSize(0, stripHeight); }
};

/// Ends the dragging of a gap between docks, and of a dock, which floats then. With the next move Qt (6.4) goes on from
/// the layout that it had kept when the gap was pressed, which a restored layout has cleared: no dock would be left in
/// the window. Of a dock it puts that layout in the place of the one that is being restored, and reads what it freed.
void letGoOfDrag(QMainWindow *window)
{
    if (auto *dock = qobject_cast<QDockWidget *>(QWidget::mouseGrabber())) {
        dock->setFloating(true);
        QEvent widthOfGaps(QEvent::StyleChange); // which Qt had kept, too
        QCoreApplication::sendEvent(window, &widthOfGaps);
    }
    if (!QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
        return;
    const QPointF nowhere(-1, -1);
    QMouseEvent release(QEvent::MouseButtonRelease, nowhere, window->mapToGlobal(nowhere), Qt::LeftButton, Qt::NoButton,
                        Qt::NoModifier);
    QCoreApplication::sendEvent(window, &release);
}

} // namespace

void resizeDocks(QMainWindow *window, const QList<QDockWidget *> &docks, const QList<int> &sizes,
                 Qt::Orientation orientation)
{
    QList<QDockWidget *> docked;
    QList<int> theirs;
    for (qsizetype i = 0; i < docks.size(); ++i) {
        if (docks[i]->isFloating())
            continue;
        docked << docks[i];
        theirs << sizes[i];
    }
    if (!docked.isEmpty())
        window->resizeDocks(docked, theirs, orientation);
}

DockLayout::DockLayout(QMainWindow *window) : m_window(window)
{
    // Left and right columns keep their full height, as the bottom dock belongs to the middle.
    window->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
}

QDockWidget *DockLayout::newDock(const QString &id, const QString &title)
{
    auto *dock = new QDockWidget(title, m_window);
    dock->setObjectName(id);
    dock->setTitleBarWidget(new DockStrip(dock));
    return dock;
}

QDockWidget *DockLayout::add(QWidget *panel, Qt::DockWidgetArea area)
{
    auto *dock = qobject_cast<QDockWidget *>(panel->parentWidget());
    dock->setWidget(panel);
    if (auto *titled = qobject_cast<Panel *>(panel))
        new DockedPanel(dock, titled);
    m_window->addDockWidget(area, dock);
    m_docks.push_back(dock);
    return dock;
}

void DockLayout::addToggles(QMenu *menu) const
{
    for (QDockWidget *dock : m_docks)
        menu->addAction(dock->toggleViewAction());
}

void DockLayout::setDefault()
{
    m_default = save();
}

void DockLayout::restoreDefault()
{
    restore(m_default);
}

void DockLayout::hold()
{
    hold(arrangement());
}

void DockLayout::hold(const DockArrangement &own)
{
    if (m_holders++ == 0)
        m_own = own;
}

DockArrangement DockLayout::letGo()
{
    return --m_holders == 0 ? std::exchange(m_own, {}) : DockArrangement();
}

DockArrangement DockLayout::arrangement() const
{
    DockArrangement now{save(), {}, {}};
    for (QDockWidget *dock : m_docks) {
        if (dock->isFloating() || dock->visibleRegion().isEmpty())
            continue;
        now.docks << dock;
        now.places << dock->geometry();
    }
    return now;
}

void DockLayout::restore(const DockArrangement &arrangement)
{
    restore(arrangement.state);
    if (isBack(arrangement))
        return;
    QList<int> widths;
    QList<int> heights;
    for (const QRect &place : arrangement.places) {
        widths << place.width();
        heights << place.height();
    }
    resizeDocks(m_window, arrangement.docks, widths, Qt::Horizontal);
    resizeDocks(m_window, arrangement.docks, heights, Qt::Vertical);
}

bool DockLayout::isBack(const DockArrangement &arrangement, const std::function<bool(QDockWidget *)> &mayDiffer) const
{
    for (qsizetype i = 0; i < arrangement.docks.size(); ++i) {
        QDockWidget *dock = arrangement.docks[i];
        if (dock->geometry() != arrangement.places[i] && !(mayDiffer && mayDiffer(dock)))
            return false;
    }
    return true;
}

QByteArray DockLayout::save() const
{
    return m_window->saveState(layoutVersion);
}

bool DockLayout::restore(const QByteArray &layout)
{
    if (layout.isEmpty())
        return false;
    letGoOfDrag(m_window);
    if (m_window->isVisible())
        return m_window->restoreState(layout, layoutVersion);
    // Of a window that is still hidden and will be maximized Qt (6.4) keeps a copy of what it restores, and puts it in
    // the place of the layout once more while that is being laid out: with two groups of tabs it reads what it freed.
    const Qt::WindowStates states = m_window->windowState();
    m_window->setWindowState(states & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    const bool isRestored = m_window->restoreState(layout, layoutVersion);
    m_window->setWindowState(states);
    return isRestored;
}

} // namespace regard

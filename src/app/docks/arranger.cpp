#include "app/docks/arranger.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QTimer>

#include "app/docks/dock_layout.h"

namespace regard {

Arranger::Arranger(QMainWindow *window, DockLayout *docks)
    : QObject(window), m_window(window), m_layout(docks), m_soon(new QTimer(this))
{
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);
    connect(m_soon, &QTimer::timeout, this, &Arranger::adapt);
    window->installEventFilter(this);
}

void Arranger::add(QDockWidget *dock, PanelId panel)
{
    const Dock each{dock, seatOf(panel)};
    m_docks.push_back(each);
    if (each.seat->place == DockPlace::Left)
        dock->widget()->installEventFilter(this);
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this, each](bool open) { followToggle(each, open); });
    const auto moved = [this, dock] {
        if (!m_isLaying && m_window->isVisible() && !m_layout->isHeld() && !dock->isHidden())
            m_state.isByHand = true;
    };
    connect(dock, &QDockWidget::topLevelChanged, this, moved);
}

QDockWidget *Arranger::dockOf(PanelId panel) const
{
    const auto found =
        std::find_if(m_docks.begin(), m_docks.end(), [panel](const Dock &each) { return each.seat->panel == panel; });
    return found == m_docks.end() ? nullptr : found->dock;
}

bool Arranger::isOpen(const Dock &each) const
{
    return !each.dock->isHidden() && !each.dock->isFloating();
}

/// Of all that are open, in their order.
QList<int> Arranger::extents() const
{
    QList<int> sizes;
    for (const Dock &each : m_docks)
        sizes << (isOpen(each) ? each.dock->width() : 0) << (isOpen(each) ? each.dock->height() : 0);
    return sizes;
}

void Arranger::lay(Arrangement arrangement)
{
    const QScopedValueRollback laying(m_isLaying, true);
    m_state = {arrangement, m_window->size(), {}, false};
    m_state.planned = planned();
    m_extents.clear();
    m_layout->restoreDefault();
    for (const Dock &each : m_docks) {
        const DockPlace place = placeIn(*each.seat, arrangement);
        if (place != each.seat->place) {
            m_window->removeDockWidget(each.dock);
            m_window->addDockWidget(areaOf(place), each.dock);
        }
        each.dock->setVisible(m_state.planned.contains(each.dock->objectName()));
    }
    sizeAll();
    emit heatmapAsked(hasHeatmap(arrangement, m_state.window));
}

void Arranger::bring(const std::vector<PanelId> &panels)
{
    std::vector<Dock> opened;
    for (const Dock &each : m_docks) {
        if (std::find(panels.begin(), panels.end(), each.seat->panel) == panels.end())
            continue;
        if (each.dock->isHidden())
            opened.push_back(each);
        each.dock->show();
    }
    for (const PanelId panel : panels)
        if (QDockWidget *dock = dockOf(panel))
            dock->raise();
    size(opened);
}

std::vector<QDockWidget *> Arranger::docksOf(const std::vector<PanelId> &panels) const
{
    std::vector<QDockWidget *> docks;
    for (const PanelId panel : panels)
        if (QDockWidget *dock = dockOf(panel))
            docks.push_back(dock);
    return docks;
}

void Arranger::openAlone(const std::vector<PanelId> &panels, bool hasPictures)
{
    const QScopedValueRollback laying(m_isLaying, true);
    const std::vector<QDockWidget *> asked = docksOf(panels);
    placeForPage(asked, hasPictures);
    for (const Dock &each : m_docks) {
        const bool isAsked = std::find(asked.begin(), asked.end(), each.dock) != asked.end();
        if (isAsked || !each.dock->isFloating())
            each.dock->setVisible(isAsked);
    }
    for (QDockWidget *dock : asked)
        dock->raise();
}

/// In a low window a large panel from the bottom stands beside the pictures, unless another one does.
void Arranger::placeForPage(const std::vector<QDockWidget *> &docks, bool hasPictures)
{
    const auto move = [this](QDockWidget *dock, Qt::DockWidgetArea area) {
        m_window->removeDockWidget(dock);
        m_window->addDockWidget(area, dock);
    };
    if (m_beside && m_window->dockWidgetArea(m_beside) == Qt::RightDockWidgetArea)
        move(m_beside, Qt::BottomDockWidgetArea);
    m_beside = nullptr;
    const auto isIn = [this](Qt::DockWidgetArea area) {
        return
            [this, area](QDockWidget *dock) { return !dock->isFloating() && m_window->dockWidgetArea(dock) == area; };
    };
    const QDockWidget *reason = dockOf(PanelId::Why); // which takes little height
    const auto low = std::find_if(docks.begin(), docks.end(), [&](QDockWidget *dock) {
        return dock != reason && isIn(Qt::BottomDockWidgetArea)(dock);
    });
    const bool isTaken = std::any_of(docks.begin(), docks.end(), isIn(Qt::RightDockWidgetArea));
    if (!hasPictures || isHighForTwo(m_window->size()) || isTaken || low == docks.end())
        return;
    m_beside = *low;
    move(m_beside, Qt::RightDockWidgetArea);
}

std::vector<Arranger::Dock> Arranger::dockedOf(const std::vector<PanelId> &panels) const
{
    std::vector<Dock> docked;
    for (const Dock &each : m_docks)
        if (std::find(panels.begin(), panels.end(), each.seat->panel) != panels.end() && !each.dock->isFloating())
            docked.push_back(each);
    return docked;
}

bool Arranger::isAtBottom(const Dock &each) const
{
    return m_window->dockWidgetArea(each.dock) == Qt::BottomDockWidgetArea;
}

/// As wide as it opens beside pictures.
int Arranger::leastWidth(const Dock &each) const
{
    return std::max(extentIn(*each.seat, m_state.arrangement, m_window->size()),
                    each.dock->widget()->minimumSizeHint().width());
}

/// At a side of the page, where there is room enough.
int Arranger::widthForPage(const Dock &each, int beside) const
{
    if (each.dock == m_beside)
        return beside / 2;
    const bool isLeft = m_window->dockWidgetArea(each.dock) == Qt::LeftDockWidgetArea;
    return std::max(extentIn(*each.seat, m_state.arrangement, m_window->size()), isLeft ? beside / 4 : beside * 3 / 10);
}

std::optional<int> Arranger::widthForLesson(const std::vector<PanelId> &panels) const
{
    int left = 0;
    int right = 0;
    for (const Dock &each : dockedOf(panels)) {
        if (each.dock == m_beside)
            return {};
        if (m_window->dockWidgetArea(each.dock) == Qt::LeftDockWidgetArea)
            left += leastWidth(each);
        else if (!isAtBottom(each))
            right = std::max(right, leastWidth(each));
    }
    if (left == 0 || right == 0)
        return {};
    return m_window->width() / 2 - aroundPictures - left - right;
}

void Arranger::sizeForPage(const std::vector<PanelId> &panels, int lesson, bool hasPictures, PageSpace space)
{
    const bool givesWay = hasPictures && space == PageSpace::ToPictures;
    const std::vector<Dock> docks = dockedOf(panels);
    const int beside = m_window->width() - lesson;
    QList<QDockWidget *> columns;
    QList<int> widths;
    QList<int> leastWidths;
    int left = 0;
    int right = 0; // panels above each other are one column
    for (const Dock &each : docks) {
        if (isAtBottom(each))
            continue;
        columns << each.dock;
        widths << widthForPage(each, beside);
        leastWidths << (each.dock == m_beside ? widths.last() : leastWidth(each));
        if (m_window->dockWidgetArea(each.dock) == Qt::LeftDockWidgetArea)
            left += widths.last();
        else
            right = std::max(right, widths.last());
    }
    shareHeight(docks, givesWay);
    if (givesWay && 2 * (beside - left - right) < m_window->width())
        widths = leastWidths;
    // Where nothing else does, the first of them fills the middle.
    const bool fillsMiddle = hasPictures || qsizetype(docks.size()) > columns.size();
    if (!fillsMiddle && !widths.isEmpty())
        widths.first() += std::max(0, beside - left - right);
    resizeDocks(m_window, columns, widths, Qt::Horizontal);
    emit sized();
}

/// What is at the bottom takes half of the window, a reason that is low no more than its usual height.
void Arranger::shareHeight(const std::vector<Dock> &docks, bool isReasonLow)
{
    QList<QDockWidget *> rows;
    QList<int> heights;
    int others = m_window->height() / 2;
    for (const Dock &each : docks)
        if (isAtBottom(each) && each.seat->place == DockPlace::Below && isReasonLow) {
            rows << each.dock;
            heights << extentIn(*each.seat, m_state.arrangement, m_window->size());
            others -= heights.last();
        }
    for (const Dock &each : docks)
        if (isAtBottom(each) && !rows.contains(each.dock)) {
            rows << each.dock;
            heights << others;
        }
    resizeDocks(m_window, rows, heights, Qt::Vertical);
}

void Arranger::foldRight()
{
    for (const Dock &each : m_docks)
        if (isOpen(each) && m_window->dockWidgetArea(each.dock) == Qt::RightDockWidgetArea)
            fold(each);
}

/// A person has opened or folded one. What stands in its place folds, and in a low window whatever is at that side.
void Arranger::followToggle(const Dock &each, bool open)
{
    if (!open)
        emit sized();
    if (!open || each.dock->isFloating() || (m_rests && m_rests()))
        return;
    const Qt::DockWidgetArea area = m_window->dockWidgetArea(each.dock);
    const QList<QDockWidget *> tabs = m_window->tabifiedDockWidgets(each.dock);
    const bool mayStay = isHighForTwo(m_window->size());
    for (const Dock &other : m_docks)
        if (other.dock != each.dock && isOpen(other) && m_window->dockWidgetArea(other.dock) == area &&
            (!mayStay || tabs.contains(other.dock)))
            fold(other);
    each.dock->raise();
    size({each});
}

void Arranger::fold(const Dock &each)
{
    const bool isWide = m_window->dockWidgetArea(each.dock) != Qt::BottomDockWidgetArea;
    if (m_state.isByHand && !each.dock->visibleRegion().isEmpty())
        m_extents[each.seat->panel] = isWide ? each.dock->width() : each.dock->height();
    each.dock->hide();
}

int Arranger::extent(const Dock &each) const
{
    const auto kept = m_extents.find(each.seat->panel);
    return kept != m_extents.end() ? kept->second : extentIn(*each.seat, m_state.arrangement, m_window->size());
}

/// Whether it opens by itself: not where heads that need much width would leave too little for the pictures.
bool Arranger::isPlanned(const Dock &each) const
{
    const QSize window = m_window->size();
    if (!isOpenIn(*each.seat, m_state.arrangement, window))
        return false;
    if (m_state.arrangement != Arrangement::Explore || placeIn(*each.seat, m_state.arrangement) == DockPlace::Left)
        return true;
    int sides = extentIn(*each.seat, m_state.arrangement, window);
    for (const Dock &other : m_docks)
        if (other.seat->place == DockPlace::Left && isOpenIn(*other.seat, m_state.arrangement, window))
            sides += std::max(extentIn(*other.seat, m_state.arrangement, window),
                              other.dock->widget()->minimumSizeHint().width());
    return leavesHalf(window, sides);
}

QStringList Arranger::planned() const
{
    QStringList words;
    for (const Dock &each : m_docks)
        if (isPlanned(each))
            words << each.dock->objectName();
    return words;
}

void Arranger::size(const std::vector<Dock> &docks)
{
    for (const Dock &each : docks) {
        const bool isWide = m_window->dockWidgetArea(each.dock) != Qt::BottomDockWidgetArea;
        resizeDocks(m_window, {each.dock}, {extent(each)}, isWide ? Qt::Horizontal : Qt::Vertical);
    }
    emit sized();
}

void Arranger::sizeAll()
{
    std::vector<Dock> open;
    QList<QDockWidget *> right;
    QList<int> heights;
    for (const Dock &each : m_docks) {
        if (!isOpen(each))
            continue;
        open.push_back(each);
        if (m_window->dockWidgetArea(each.dock) != Qt::RightDockWidgetArea)
            continue;
        right << each.dock;
        heights << m_window->height() * (each.seat->place == DockPlace::RightAbove ? 2 : 3);
    }
    size(open);
    if (right.size() > 1)
        resizeDocks(m_window, right, heights, Qt::Vertical);
}

void Arranger::adapt()
{
    const QSize before = m_state.window;
    const QSize now = m_window->size();
    if (!m_window->isVisible() || m_layout->isHeld() || (m_rests && m_rests()))
        return;
    const QStringList planned = this->planned();
    const QStringList plannedBefore = std::exchange(m_state.planned, planned);
    m_state.window = now;
    if (m_state.isByHand || (now == before && planned == plannedBefore))
        return;
    const QScopedValueRollback laying(m_isLaying, true);
    for (const Dock &each : m_docks) {
        const bool opens = planned.contains(each.dock->objectName());
        if (opens != plannedBefore.contains(each.dock->objectName()))
            each.dock->setVisible(opens);
    }
    sizeAll();
    if (hasHeatmap(m_state.arrangement, now) != hasHeatmap(m_state.arrangement, before))
        emit heatmapAsked(hasHeatmap(m_state.arrangement, now));
}

void Arranger::adaptSoon()
{
    m_soon->start();
}

/// Between docks the mouse belongs to the window itself.
bool Arranger::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_window) {
        if (event->type() == QEvent::LayoutRequest) // the heads may need another width
            m_soon->start();
        return false;
    }
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        m_soon->start();
    if (event->type() == QEvent::MouseButtonPress)
        m_pressed = extents();
    if (event->type() == QEvent::MouseButtonRelease)
        if (const QList<int> pressed = std::exchange(m_pressed, {}); !pressed.isEmpty() && extents() != pressed)
            m_state.isByHand = true;
    return false;
}

} // namespace regard

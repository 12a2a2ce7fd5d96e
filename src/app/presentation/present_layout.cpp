#include "app/presentation/present_layout.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include "app/base/settings.h"
#include "app/docks/dock_layout.h"
#include "app/docks/panel_set.h"
#include "app/files/lesson_desk.h"
#include "app/presentation/present_type.h"
#include "widgets/editing/sentence_bar.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/link_panel.h"

namespace regard {

namespace {

constexpr int leastForThree = 600; // wide, at usual type
constexpr int settlingMs = 1000;   // for a window manager to give a window its size back

const QString sentenceId = QStringLiteral("sentence_field");
const QString lessonId = QStringLiteral("lesson");

QString presentIdOf(PanelId panel)
{
    return QString::fromStdString(panelWord(panel));
}

} // namespace

PresentLayout::PresentLayout(const PresentParts &parts, QObject *parent) : QObject(parent), m_parts(parts)
{
    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, &PresentLayout::settled);
    m_parts.window->installEventFilter(this);
}

QList<QDockWidget *> PresentLayout::docks() const
{
    return m_parts.window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly);
}

QWidget *PresentLayout::topRow() const
{
    return m_parts.sentence->parentWidget();
}

std::vector<PresentPanel> PresentLayout::panels() const
{
    std::vector<PresentPanel> panels{{presentIdOf(PanelId::Links), m_parts.panels->links->accessibleName()},
                                     {presentIdOf(PanelId::Heatmap), m_parts.panels->heatmap->accessibleName()},
                                     {sentenceId, tr("Sentence field")}};
    for (const QDockWidget *dock : docks())
        panels.push_back({dock->objectName(), dock->windowTitle()});
    return panels;
}

void PresentLayout::hide(QWidget *widget)
{
    m_hiddenBefore.emplace_back(widget, widget->isHidden());
    widget->hide();
}

void PresentLayout::enter(const QStringList &chosen, const std::vector<PanelId> &asked)
{
    // A window that is still being resized says nothing about its layout.
    if (m_settling.isActive()) {
        m_parts.docks->hold(m_own);
    } else {
        m_parts.docks->hold();
        remember();
    }
    QMainWindow *window = m_parts.window;
    m_focusBefore = window->focusWidget();
    m_hiddenBefore.clear();
    m_isIn = true;
    m_ticked.clear();
    m_settling.stop();
    hide(window->statusBar());
    hide(window->centralWidget());
    for (QToolBar *bar : window->findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly))
        hide(bar);
    for (QWidget *beside : topRow()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (beside != m_parts.sentence && beside != m_parts.sentence->errorLine())
            hide(beside);
    // The note comes and goes by itself.
    m_parts.note->setMaximumHeight(0);
    m_shown.clear();
    window->setWindowState(m_stateBefore | Qt::WindowFullScreen);
    show(chosen, asked);
}

void PresentLayout::remember()
{
    const QMainWindow *window = m_parts.window;
    m_before = {window->saveGeometry(), m_parts.centre->saveState()};
    m_docksBefore = m_parts.docks->arrangement();
    m_hadLesson = hasLesson();
    m_placeBefore = window->geometry();
    m_stateBefore = window->windowState();
}

void PresentLayout::show(const QStringList &chosen, const std::vector<PanelId> &asked)
{
    if (!m_isIn)
        return;
    const bool isNarrow = m_parts.window->width() < leastForThree * typeScale();
    const bool showsLesson = chosen.contains(lessonId) && hasLesson();
    // A page shows the panels that it is about, at a size that shows them: beside a lesson in large type the first.
    std::vector<PanelId> page = asked;
    if (isNarrow && showsLesson && !page.empty())
        page.resize(1);
    QStringList ids = asked.empty() ? chosen : QStringList();
    for (const PanelId panel : page)
        ids << presentIdOf(panel);
    for (const QString &id : {lessonId, sentenceId})
        if (chosen.contains(id))
            ids << id;
    ids << m_ticked;
    // Where the type leaves no room for three columns, a panel at the right has the heatmap's place.
    const bool sharesWithLinks = isNarrow && asked.empty() && ids.contains(presentIdOf(PanelId::Links));
    showDocks(ids, sharesWithLinks ? 46 : 27);
    m_parts.panels->raise(page);
    const QList<QDockWidget *> all = docks();
    const bool anyDock = std::any_of(all.begin(), all.end(), [](const QDockWidget *dock) { return !dock->isHidden(); });
    const bool hasSide = std::any_of(all.begin(), all.end(), [this](QDockWidget *dock) {
        return !dock->isHidden() && !dock->isFloating() &&
               m_parts.window->dockWidgetArea(dock) == Qt::RightDockWidgetArea;
    });
    const bool showsHeatmap = ids.contains(presentIdOf(PanelId::Heatmap)) && !(sharesWithLinks && hasSide);
    const bool showsLinks = ids.contains(presentIdOf(PanelId::Links)) || (!showsHeatmap && !anyDock);
    m_parts.panels->pictures()->present(showsLinks, showsHeatmap);
    if (!page.empty())
        m_parts.panels->sizePage(page, showsLesson ? m_parts.window->width() * (isNarrow ? 44 : 32) / 100 : 0,
                                 PageSpace::ToAll);
    topRow()->parentWidget()->setVisible(ids.contains(sentenceId));
}

void PresentLayout::tick(const QString &id, bool seen)
{
    m_ticked.removeAll(id);
    if (seen)
        m_ticked << id;
}

double PresentLayout::typeScale() const
{
    return readableScale(m_parts.window->screen()->size().height()) * m_parts.settings->presentType;
}

void PresentLayout::showDocks(const QStringList &ids, int percent)
{
    QMainWindow *window = m_parts.window;
    const bool hasLesson = this->hasLesson();
    std::vector<QDockWidget *> shown;
    for (QDockWidget *dock : docks()) {
        const QString id = dock->objectName();
        const bool shows = ids.contains(id) && (id != lessonId || hasLesson);
        dock->setVisible(shows);
        if (shows)
            shown.push_back(dock);
    }
    // With other panels the space is divided anew, whatever sizes they had in the window.
    if (std::exchange(m_shown, shown) == shown)
        return;
    for (QDockWidget *dock : shown) {
        const Qt::DockWidgetArea area = window->dockWidgetArea(dock);
        const bool lies = area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
        const int wide = std::max(window->width() * percent / 100, dock->widget()->minimumSizeHint().width());
        resizeDocks(window, {dock}, {lies ? window->height() * 2 / 5 : wide}, lies ? Qt::Vertical : Qt::Horizontal);
    }
}

void PresentLayout::leave(const std::vector<PanelId> &asked)
{
    if (!m_isIn)
        return;
    m_isIn = false;
    m_asked = asked;
    m_own = m_parts.docks->own();
    m_parts.docks->letGo();
    QMainWindow *window = m_parts.window;
    m_parts.note->setMaximumHeight(QWIDGETSIZE_MAX);
    for (const auto &[widget, wasHidden] : m_hiddenBefore)
        if (widget)
            widget->setHidden(wasHidden);
    m_parts.panels->pictures()->apply();
    window->setWindowState(m_stateBefore);
    if (!(m_stateBefore & (Qt::WindowMaximized | Qt::WindowFullScreen)))
        window->setGeometry(m_placeBefore);
    restore();
    if (m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    // Docks cannot get their sizes back before the window has its own, and its type size.
    m_settling.start(settlingMs);
    QTimer::singleShot(0, this, &PresentLayout::settle);
}

bool PresentLayout::hasLesson() const
{
    return m_parts.lessons->player()->isOpen() || m_parts.lessons->isRecording();
}

/// The panels of a page that was turned to meanwhile are laid out for the window's size.
bool PresentLayout::isBack() const
{
    if (!m_asked.empty())
        return m_restoredFor == m_parts.window->size();
    return m_parts.centre->saveState() == m_before.centre && m_parts.docks->isBack(docksToBe());
}

/// Where a lesson began or ended meanwhile, the docks' arrangement from before no longer applies.
const DockArrangement &PresentLayout::docksToBe() const
{
    return m_hadLesson == hasLesson() ? m_docksBefore : m_own;
}

void PresentLayout::settle()
{
    if (m_settling.isActive() && !m_isIn && !isBack() && m_parts.window->size() == m_placeBefore.size())
        restore();
}

void PresentLayout::restore()
{
    m_parts.docks->restore(docksToBe());
    m_restoredFor = m_parts.window->size();
    if (m_hadLesson == hasLesson())
        m_parts.centre->restoreState(m_before.centre);
    m_parts.panels->showPage(m_asked);
    m_parts.lessons->settle();
}

bool PresentLayout::eventFilter(QObject *watched, QEvent *event)
{
    const bool isMoving = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
    if (m_settling.isActive() && watched == m_parts.window && isMoving)
        QTimer::singleShot(0, this, &PresentLayout::settle);
    return false;
}

} // namespace regard

#include "window/regions/regions.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QEvent>
#include <QFrame>
#include <QMenu>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include "controls/panel.h"
#include "views/base/panel_title.h"
#include "window/regions/own_window.h"
#include "window/regions/picture_switch.h"
#include "window/regions/region_glide.h"
#include "window/regions/region_handle.h"

namespace regard {

namespace {

constexpr int usualStrip = 118;
constexpr int leastStrip = 72; ///< before it becomes one line
constexpr int usualRun = 150;  ///< of training: its answer and the curve
constexpr int leastRun = 84;
constexpr double shareBesideRun = 0.5; ///< of the window
constexpr int usualHeads = 88;
constexpr QSize usualOwnWindow(640, 560);
constexpr double lessonShare = 0.62; ///< of the inspector's height, above a form

/// Wide tables and drawings need more than a list does.
int usualWidth(PanelId id)
{
    switch (id) {
    case PanelId::Weights:
        return wideInspector;
    case PanelId::Find:
    case PanelId::Model:
    case PanelId::Ablation:
    case PanelId::Changes:
    case PanelId::Summaries:
        return narrowInspector;
    default:
        return 440;
    }
}
constexpr int usualLesson = 392;

} // namespace

Regions::Regions(QWidget *parent)
    : QWidget(parent), m_card(new QFrame(this)), m_rows(new QWidget(this)), m_rowLayout(new QVBoxLayout(m_rows)),
      m_switch(new PictureSwitch(this)),
      m_betweenPictures(new RegionHandle(Qt::Horizontal, tr("Width of the first picture"), this)),
      m_besideInspector(new RegionHandle(Qt::Horizontal, tr("Width of the inspector"), this)),
      m_betweenInspectors(new RegionHandle(Qt::Vertical, tr("Height of the upper panel"), this)),
      m_aboveStrip(new RegionHandle(Qt::Vertical, tr("Height of the strip"), this)), m_glide(new RegionGlide(this))
{
    setObjectName(QStringLiteral("regions"));
    m_card->setObjectName(QStringLiteral("panel"));
    m_card->hide();
    m_rowLayout->setContentsMargins(0, 0, 0, 0);
    m_rowLayout->setSpacing(4);
    connect(m_switch, &PictureSwitch::pictureChosen, this, [this](PanelId picture) {
        choice().picture = picture;
        if (m_stand.pictures.size() == 2)
            choice().both = false;
        arrange();
    });
    connect(m_switch, &PictureSwitch::bothChosen, this, [this] {
        choice().both = true;
        arrange();
    });
    connect(m_betweenPictures, &RegionHandle::moved, this, &Regions::moveSplit);
    connect(m_besideInspector, &RegionHandle::moved, this, &Regions::moveInspector);
    connect(m_betweenInspectors, &RegionHandle::moved, this, &Regions::moveInspectors);
    connect(m_aboveStrip, &RegionHandle::moved, this, &Regions::moveStrip);
}

Regions::~Regions() = default;

void Regions::add(PanelId id, QWidget *panel)
{
    m_panels[id] = panel;
    panel->setParent(this);
    panel->hide();
    if (auto *titled = qobject_cast<Panel *>(panel)) {
        addHead(id, titled);
        connect(titled, &Panel::stripPartsChanged, this, &Regions::arrange);
    }
}

/// What of the strip stands over the stage or on it, and of a panel that is no longer the strip, is in it again.
void Regions::shareParts()
{
    m_parts = {};
    for (const auto &[id, each] : m_panels)
        if (auto *panel = qobject_cast<Panel *>(each)) {
            const bool isStrip = m_stand.strip == id && !isInWindow(id) && !m_presented;
            if (const Panel::StripParts parts = panel->standAsStrip(isStrip); isStrip)
                m_parts = parts;
        }
    if (m_parts.row && m_rowLayout->indexOf(m_parts.row) < 0) {
        m_rowLayout->addWidget(m_parts.row);
        m_parts.row->show();
    }
    for (QWidget *part : {m_parts.stage, m_parts.inspector})
        if (part && part->parentWidget() != this)
            part->setParent(this);
}

/// The menu at the right of a panel's title: away into a window, back, closed, exported.
void Regions::addHead(PanelId id, Panel *panel)
{
    QMenu *menu = panel->menu();
    QAction *exports = menu->addAction(tr("Export figure…"), this, [this, id] { emit exportAsked(id); });
    QAction *away = menu->addAction(tr("In a window of its own"), this, [this, id] { openInWindow(id); });
    QAction *back = menu->addAction(tr("Back into the window"), this, [this, id] {
        attach(id);
        open(id);
    });
    QAction *closes = menu->addAction(tr("Close"), this, [this, id] { close(id); });
    connect(menu, &QMenu::aboutToShow, this, [this, id, exports, away, back, closes] {
        exports->setVisible(!isForm(id) && id != PanelId::Weights);
        away->setVisible(!isInWindow(id));
        back->setVisible(isInWindow(id));
        closes->setVisible(isInWindow(id) || holds(m_stand.inspector, id));
    });
}

void Regions::setLesson(QWidget *lesson)
{
    m_lesson = lesson;
    lesson->setParent(this);
    lesson->hide();
}

void Regions::setType(double type)
{
    m_type = type;
    arrange();
}

void Regions::setKind(RegionState::Kind kind)
{
    if (std::exchange(m_kind, kind) != kind)
        arrange();
}

QWidget *Regions::panel(PanelId id) const
{
    const auto found = m_panels.find(id);
    return found == m_panels.end() ? nullptr : found->second;
}

ModeChoice &Regions::choice()
{
    return m_page ? m_page->choice : m_state.choice(m_kind);
}

void Regions::setMode(Mode mode)
{
    m_glide->keep(placed());
    const bool isSame = !m_page && mode == m_state.mode;
    m_page.reset();
    m_state.mode = mode;
    if (isSame)
        m_state.choice(m_kind) = usualChoice(mode);
    arrange();
    emit modeChanged(mode);
    m_glide->run(placed());
}

void Regions::restoreAll()
{
    while (!m_windows.empty())
        attach(m_windows.begin()->first);
    for (auto &kind : m_state.choices)
        kind.clear();
    setMode(Mode::Explore);
}

Stand Regions::standNow() const
{
    if (!m_page)
        return standOf(m_state.mode, m_state.choice(m_kind), m_hasLesson);
    Stand stand = standOfPage(m_page->panels);
    for (const PanelId id : m_page->choice.inspector)
        if (!holds(stand.inspector, id))
            stand.inspector.push_back(id);
    if (m_page->choice.both)
        stand.isPair = stand.needsPair = *m_page->choice.both;
    return stand;
}

void Regions::open(PanelId id)
{
    if (isInWindow(id)) {
        OwnWindow *window = m_windows.at(id);
        window->raise();
        window->activateWindow();
    } else if (holds(m_stand.pictures, id)) {
        choice().picture = id;
    } else if (id != PanelId::Heads && m_stand.strip != id) {
        std::vector<PanelId> &opened = choice().inspector;
        std::erase(opened, id);
        opened.push_back(id);
    }
    arrange();
    emit opened(id);
}

void Regions::openInWindow(PanelId id)
{
    std::erase(choice().inspector, id);
    const auto place = m_state.windows.find(id);
    if (!isInWindow(id))
        detach(id, place == m_state.windows.end() ? QRect() : place->second);
    m_windows.at(id)->activateWindow();
    arrange();
    emit opened(id);
}

void Regions::close(PanelId id)
{
    if (isInWindow(id))
        attach(id);
    std::erase(choice().inspector, id);
    arrange();
}

void Regions::detach(PanelId id, const QRect &where)
{
    auto *window = new OwnWindow(panel(id), panelTitle(id), this->window());
    m_windows[id] = window;
    connect(window, &OwnWindow::closing, this, [this, id] {
        attach(id);
        arrange();
    });
    if (where.isEmpty())
        window->resize(usualOwnWindow * m_type);
    else
        window->setGeometry(where);
    window->show();
}

/// The panel is back among the others, hidden until it is asked for.
void Regions::attach(PanelId id)
{
    OwnWindow *window = m_windows.at(id);
    m_state.windows[id] = window->geometry();
    m_windows.erase(id);
    window->panel()->setParent(this);
    window->hide();
    window->deleteLater();
}

bool Regions::isOpen(PanelId id) const
{
    return isInWindow(id) || (panel(id) && !panel(id)->isHidden());
}

std::vector<PanelId> Regions::seen() const
{
    std::vector<PanelId> panels;
    for (const PanelId id : allPanels())
        if (panel(id) && panel(id)->isVisible())
            panels.push_back(id);
    return panels;
}

void Regions::showPage(Mode mode, const std::vector<PanelId> &panels)
{
    if (panels.empty())
        return;
    m_page = Page{mode, panels, {}};
    arrange();
    emit modeChanged(mode);
}

void Regions::showLesson(bool shows)
{
    if (std::exchange(m_hasLesson, shows) == shows)
        return;
    if (shows) {
        m_beforeLesson = m_state;
    } else {
        m_page.reset();
        m_state.mode = m_beforeLesson.mode;
        m_state.choices = m_beforeLesson.choices;
    }
    arrange();
    emit modeChanged(mode());
}

void Regions::present(const std::map<PanelId, QRect> &places)
{
    m_presented = places;
    setBackgroundRole(QPalette::Base); // of the pictures
    setAutoFillBackground(true);
    arrange();
}

void Regions::endPresented()
{
    m_presented.reset();
    setAutoFillBackground(false);
    arrange();
}

RegionState Regions::state() const
{
    RegionState state = m_hasLesson ? m_beforeLesson : m_state;
    state.windows.clear(); // those that are open
    for (const auto &[id, window] : m_windows)
        state.windows[id] = window->geometry();
    return state;
}

void Regions::setState(const RegionState &state)
{
    while (!m_windows.empty())
        attach(m_windows.begin()->first);
    m_page.reset();
    m_state = m_beforeLesson = state;
    for (const auto &[id, place] : state.windows)
        if (panel(id))
            detach(id, place);
    arrange();
    emit modeChanged(m_state.mode);
}

void Regions::hideWindows()
{
    for (const auto &[id, window] : m_windows)
        window->hide();
}

void Regions::resizeEvent(QResizeEvent *)
{
    arrange();
}

bool Regions::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) // a line over the stage came or went, or the heads need another width
        arrange();
    return QWidget::event(event);
}

/// Lists them from above: the lesson, then the panel opened last. Without a lesson two panels stand in a high window
/// alone.
std::vector<QWidget *> Regions::inspectorsNow() const
{
    std::vector<QWidget *> shown;
    const bool hasLesson = m_hasLesson && m_lesson;
    const std::size_t most = hasLesson || window()->height() >= highForTwo * m_type ? 2 : 1;
    std::size_t left = most - (hasLesson ? 1 : 0);
    if (m_parts.inspector && left > 0) {
        shown.push_back(m_parts.inspector);
        --left;
    }
    for (auto id = m_stand.inspector.rbegin(); id != m_stand.inspector.rend() && left > 0; ++id)
        if (panel(*id) && !isInWindow(*id)) {
            shown.insert(shown.begin(), panel(*id));
            --left;
        }
    if (hasLesson)
        shown.insert(shown.begin(), m_lesson);
    return shown;
}

RegionNeeds Regions::needs(const Stand &stand, std::size_t pictures, std::size_t inspectors)
{
    RegionNeeds needs;
    needs.window = window()->size();
    needs.area = contentsRect();
    needs.type = m_type;
    if (const QWidget *heads = panel(PanelId::Heads); heads && !isInWindow(PanelId::Heads))
        needs.heads = std::max(qRound(usualHeads * m_type), heads->minimumSizeHint().width());
    needs.pictures = int(pictures);
    needs.needsPair = stand.needsPair;
    if (stand.strip && panel(*stand.strip) && !isInWindow(*stand.strip)) {
        const bool isRun = stand.strip == PanelId::Training;
        const int usual = isRun ? usualRun : usualStrip;
        needs.strip = qRound((choice().stripHeight > 0 ? choice().stripHeight : usual) * m_type);
        needs.leastStrip = std::min(needs.strip, qRound((isRun ? leastRun : leastStrip) * m_type));
        if (isRun)
            needs.stageShare = shareBesideRun;
    }
    needs.inspectors = int(inspectors);
    if (choice().inspectorWidth > 0) {
        needs.inspectorWidth = qRound(choice().inspectorWidth * m_type);
    } else if (inspectors > 0) {
        int wanted = m_hasLesson ? usualLesson : 0;
        if (!m_hasLesson)
            for (const PanelId id : stand.inspector)
                wanted = std::max(wanted, usualWidth(id));
        needs.inspectorWidth = qRound(wanted * m_type);
        needs.isInspectorFlexible = !m_hasLesson;
    }
    needs.inspectorShare = m_hasLesson ? lessonShare : m_inspectorShare;
    needs.split = choice().split;
    // The lines over the stage are as high as its width lets them be, which the first look does not know yet.
    const QRect stage = regionRects(needs).pictures.front();
    const int width = needs.pictures > 1 ? regionRects(needs).pictures.back().right() - stage.left() : stage.width();
    needs.rows = m_rowLayout->isEmpty()             ? 0
                 : m_rowLayout->hasHeightForWidth() ? m_rowLayout->heightForWidth(width)
                                                    : m_rowLayout->sizeHint().height();
    if (m_parts.row)
        needs.ownRow = std::min(needs.rows, m_parts.row->heightForWidth(width) + m_rowLayout->spacing());
    return needs;
}

void Regions::arrange()
{
    if (m_isArranging || m_panels.empty())
        return;
    const QScopedValueRollback arranging(m_isArranging, true);
    const QPointer<QWidget> focus = window()->focusWidget();
    if (!m_presented)
        m_stand = standNow();
    shareParts();
    if (m_presented) {
        std::map<QWidget *, QRect> places;
        for (const auto &[id, place] : *m_presented)
            places[panel(id)] = place;
        m_switch->hide();
        m_card->hide();
        this->place(std::move(places), focus);
        for (RegionHandle *handle : {m_betweenPictures, m_besideInspector, m_betweenInspectors, m_aboveStrip})
            handle->hide();
        emit arranged();
        return;
    }
    std::erase_if(m_stand.pictures, [this](PanelId id) { return !panel(id) || isInWindow(id); });
    std::vector<PanelId> pictures = seenPictures(m_stand.pictures, choice().picture, m_stand.isPair);
    const std::vector<QWidget *> inspectors = inspectorsNow();
    m_rects = regionRects(needs(m_stand, pictures.size(), inspectors.size()));
    if (m_rects.pictures.size() < pictures.size())
        pictures = seenPictures(m_stand.pictures, choice().picture, false);
    std::map<QWidget *, QRect> places;
    if (!m_rects.heads.isEmpty())
        places[panel(PanelId::Heads)] = m_rects.heads;
    if (m_parts.stage) {
        places[m_parts.stage] = m_rects.pictures.front().united(m_rects.pictures.back());
        m_rects.pictures = {places[m_parts.stage]};
        pictures.clear();
    }
    for (std::size_t i = 0; i < pictures.size(); ++i)
        places[panel(pictures[i])] = m_rects.pictures[i];
    if (!m_rects.strip.isEmpty())
        places[panel(*m_stand.strip)] = m_rects.strip;
    for (std::size_t i = 0; i < inspectors.size(); ++i)
        places[inspectors[i]] = m_rects.inspectors[i];
    if (!m_rects.rows.isEmpty())
        places[m_rows] = m_rects.rows;
    m_card->setGeometry(m_rects.pictures.front() | m_rects.pictures.back());
    m_card->setVisible(pictures.size() > 1);
    m_card->lower();
    place(std::move(places), focus);
    placeSwitch(pictures);
    placeHandles();
    emit arranged();
}

std::vector<QWidget *> Regions::placed() const
{
    std::vector<QWidget *> shown{m_rows};
    if (m_lesson && m_lesson->isVisible())
        shown.push_back(m_lesson);
    for (const auto &[id, each] : m_panels)
        if (!isInWindow(id) && each->isVisible())
            shown.push_back(each);
    return shown;
}

/// Everything else hides first, so that no two ever share a place.
void Regions::place(std::map<QWidget *, QRect> places, const QWidget *focus)
{
    std::vector<QWidget *> all{m_rows};
    if (m_lesson)
        all.push_back(m_lesson);
    for (const auto &[id, each] : m_panels)
        if (!isInWindow(id))
            all.push_back(each);
    for (QWidget *each : all)
        if (!places.count(each) && each != m_rows)
            each->hide();
    if (m_parts.inspector && !places.count(m_parts.inspector)) // there is no room
        m_parts.inspector->hide();
    if (!places.count(m_rows))
        m_rows->setGeometry(0, 0, width(), 0);
    for (const auto &[each, rect] : places) {
        each->setGeometry(rect);
        each->show();
    }
    // The keyboard stays in the window's pictures when its panel goes.
    if (focus && !focus->isVisibleTo(window()) && !m_stand.pictures.empty())
        if (QWidget *first = panel(m_stand.pictures.front()); first && first->isVisibleTo(window()))
            first->setFocus(Qt::OtherFocusReason);
}

void Regions::placeSwitch(const std::vector<PanelId> &seen)
{
    const bool hasChoice = m_stand.pictures.size() > seen.size() || (m_stand.pictures.size() == 2 && choice().both);
    auto *first = seen.empty() ? nullptr : qobject_cast<Panel *>(panel(seen.front()));
    if (!hasChoice || !first) {
        m_switch->hide();
        return;
    }
    if (m_switch->parentWidget() != first) {
        m_switch->setParent(first);
        first->titleRow()->insertWidget(first->titleRow()->count() - 1, m_switch);
    }
    m_switch->show(m_stand.pictures, seen, m_stand.pictures.size() == 2);
}

void Regions::placeHandles()
{
    const auto place = [](RegionHandle *handle, const QRect &rect) {
        handle->setVisible(!rect.isEmpty());
        if (!rect.isEmpty()) {
            handle->setGeometry(rect);
            handle->raise();
        }
    };
    const auto gapRightOf = [](const QRect &rect) {
        return QRect(rect.right() + 1, rect.top(), regionGap, rect.height());
    };
    const auto gapBelow = [](const QRect &rect) {
        return QRect(rect.left(), rect.bottom() + 1, rect.width(), regionGap);
    };
    const std::vector<QRect> &pictures = m_rects.pictures;
    const std::vector<QRect> &inspectors = m_rects.inspectors;
    place(m_betweenPictures, pictures.size() > 1 ? gapRightOf(pictures[0]) : QRect());
    place(m_besideInspector, inspectors.empty() ? QRect()
                                                : QRect(inspectors[0].left() - regionGap, inspectors[0].top(),
                                                        regionGap, inspectors.back().bottom() - inspectors[0].top()));
    place(m_betweenInspectors, inspectors.size() > 1 ? gapBelow(inspectors[0]) : QRect());
    place(m_aboveStrip,
          m_rects.strip.isEmpty() ? QRect() : m_rects.strip.adjusted(0, -regionGap, 0, -m_rects.strip.height()));
}

void Regions::moveSplit(int pixels)
{
    const int whole = m_rects.pictures.back().right() - m_rects.pictures.front().left();
    choice().split = std::clamp(double(m_rects.pictures.front().width() + pixels) / std::max(1, whole), 0.25, 0.75);
    arrange();
}

void Regions::moveInspector(int pixels)
{
    const int width = qRound((m_rects.inspectors.front().width() - pixels) / m_type);
    choice().inspectorWidth = std::clamp(width, narrowInspector, wideInspector);
    arrange();
}

void Regions::moveInspectors(int pixels)
{
    const int whole = m_rects.inspectors.front().height() + m_rects.inspectors.back().height();
    m_inspectorShare = std::clamp(double(m_rects.inspectors.front().height() + pixels) / std::max(1, whole), 0.2, 0.8);
    arrange();
}

void Regions::moveStrip(int pixels)
{
    choice().stripHeight = std::clamp(qRound((m_rects.strip.height() - pixels) / m_type), lowStrip, 2 * usualRun);
    arrange();
}

} // namespace regard

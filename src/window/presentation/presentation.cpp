#include "window/presentation/presentation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "document/snapshots/snapshot_name.h"
#include "document/work/fault.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/panel/link_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/why/panel/why_panel.h"
#include "window/base/settings.h"
#include "window/files/lesson_desk.h"
#include "window/presentation/present_controls.h"
#include "window/presentation/present_curtain.h"
#include "window/presentation/present_flash.h"
#include "window/presentation/present_keys.h"
#include "window/presentation/present_line.h"
#include "window/presentation/present_ring.h"
#include "window/presentation/present_stage.h"
#include "window/presentation/presenter_view.h"
#include "window/regions/own_window.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

constexpr double typeStep = 0.1;

} // namespace

Presentation::Presentation(const PresentParts &parts, QAction *present)
    : QObject(parts.window), m_parts(parts), m_present(present),
      m_ringAction(new QAction(tr("Rin&g at the pointer"), this)), m_stage(new PresentStage(parts, this)),
      m_controls(new PresentControls(parts.window)), m_curtain(new PresentCurtain(parts.window)),
      m_ring(new PresentRing(parts.window)), m_line(new PresentLine(parts.theme, parts.window)),
      m_flash(new PresentFlash(parts.document, parts.theme, parts.panels, this))
{
    m_ringAction->setStatusTip(tr("While presenting, shows where the pointer is; the key S does it too"));
    m_ringAction->setCheckable(true);
    m_ringAction->setEnabled(false);
    connect(m_ringAction, &QAction::toggled, m_ring, &PresentRing::setOn);
    connectControls(m_controls);
    connect(m_stage, &PresentStage::changed, this, &Presentation::followPresenter);
    connect(qApp, &QGuiApplication::screenAdded, this, [this] { spread(QGuiApplication::screens()); });
    connect(qApp, &QGuiApplication::screenRemoved, this, [this](QScreen *gone) {
        QList<QScreen *> screens = QGuiApplication::screens();
        screens.removeAll(gone);
        spread(screens);
    });
    connect(present, &QAction::triggered, this, [this](bool on) { on ? start() : stop(); });
    const auto anew = [this] {
        m_stage->toFirstScreen();
        m_stage->layOut();
    };
    connect(parts.panels->regions(), &Regions::modeChanged, this, anew);
    connect(parts.lessons, &LessonDesk::changed, this, [this, anew] {
        rememberLook();
        anew();
    });
    const auto forgetLook = [this] { m_lookBefore.reset(); };
    connect(&parts.document->sentences(), &Sentences::sourceChanged, this, forgetLook);
    connect(&parts.document->sentences(), &Sentences::targetChanged, this, forgetLook);
    connect(parts.document, &Document::loaded, this, forgetLook);
    connect(&parts.document->snapshots(), &Snapshots::snapshotsChanged, this, [this] {
        if (m_parts.document->snapshots().current() >= 0)
            m_snapshot = m_parts.document->snapshots().current();
        followPresenter();
    });
    connect(parts.document, &Document::loaded, this, [this] { m_snapshot = -1; });
    connect(&Faults::all(), &Faults::reported, this, [this](const QString &sentence) {
        if (m_isOn)
            say(sentence);
    });
    parts.panels->links->view()->setCover([this](QPainter &painter) { m_flash->paintLinks(painter); });
    parts.panels->heatmap->plot()->setCover([this](QPainter &painter) { m_flash->paintCells(painter); });
}

Presentation::~Presentation() = default;

void Presentation::connectControls(PresentControls *controls)
{
    connect(controls, &PresentControls::turned, this, &Presentation::turn);
    connect(controls, &PresentControls::typeAsked, this, [this](int steps) { resizeType(steps * typeStep); });
    connect(controls, &PresentControls::blackAsked, m_curtain, &PresentCurtain::fall);
    connect(controls, &PresentControls::endAsked, this, &Presentation::stop);
    connect(controls, &PresentControls::playAsked, m_parts.panels->why, &WhyPanel::playAsked);
    connect(controls, &PresentControls::differenceAsked, this, [this] {
        Comparison &comparison = m_parts.document->comparison();
        comparison.choose(comparison.compared() == Compared::Difference ? Compared::Now : Compared::Difference);
    });
}

void Presentation::start()
{
    if (m_isOn)
        return;
    m_isOn = true;
    QMainWindow *window = m_parts.window;
    m_geometryBefore = window->saveGeometry();
    m_focusBefore = window->focusWidget();
    rememberLook();
    for (QWidget *bar : m_parts.bars)
        bar->hide();
    m_stage->enter();
    m_home = window->screen()->name();
    m_since.start();
    spread(QGuiApplication::screens());
    m_stage->layOut();
    m_flash->setOn(true);
    m_ringAction->setEnabled(true);
    m_present->setChecked(true);
    qApp->installEventFilter(this);
    focusPicture();
    const QString keys = tr("Esc ends · F10 menu · B black · S ring");
    if (m_parts.lessons->player()->isOpen() || m_stage->screens() == 1)
        say(doArrowsTurn() ? tr("→ next page · %1").arg(keys) : keys);
    else
        say(tr("1 / %1 · Page Down shows the next · %2").arg(m_stage->screens()).arg(keys));
}

void Presentation::rememberLook()
{
    const Look &look = m_parts.document->look();
    m_lookBefore = std::pair(look.selection(), look.cell());
}

/// A screen that shows the same as the window's own, as a mirrored one does, is no other. What is to be seen meanwhile
/// is the stage's: where a screen goes, or comes, it moves as it is.
void Presentation::spread(const QList<QScreen *> &screens)
{
    if (!m_isOn || screens.isEmpty())
        return;
    QScreen *home = screens.first(); // while the window's own is away
    for (QScreen *screen : screens)
        if (screen->name() == m_home)
            home = screen;
    QList<QScreen *> others = screens;
    others.removeIf([home](QScreen *screen) { return screen->geometry().intersects(home->geometry()); });
    QScreen *filled = others.isEmpty() ? home : others.contains(m_asked) ? m_asked.get() : others.first();
    fill(filled);
    if (others.isEmpty()) {
        if (m_presenter)
            m_presenterWindow->hide();
        return;
    }
    if (!m_presenter)
        makePresenter();
    m_presenter->offer(others, filled);
    if (!m_presenterWindow->isVisible() || m_presenterWindow->screen() != home) {
        m_presenterWindow->hide();
        m_presenterWindow->setScreen(home);
        m_presenterWindow->setGeometry(home->geometry());
        m_presenterWindow->showFullScreen();
        m_parts.window->activateWindow(); // the keys are the pictures'
    }
    followPresenter();
}

void Presentation::makePresenter()
{
    m_presenter = new PresenterView(m_parts, m_stage, &m_since);
    m_presenterWindow = new OwnWindow(m_presenter, tr("Presenter's view"), m_parts.window);
    connectControls(m_presenter->controls());
    connect(m_presenterWindow, &OwnWindow::closing, this, &Presentation::stop);
    connect(m_presenter, &PresenterView::screenAsked, this, [this](QScreen *screen) {
        m_asked = screen;
        spread(QGuiApplication::screens());
    });
}

void Presentation::fill(QScreen *screen)
{
    QMainWindow *window = m_parts.window;
    if (window->screen() != screen) {
        window->setWindowState(window->windowState() & ~(Qt::WindowFullScreen | Qt::WindowMaximized));
        window->setScreen(screen);
        window->setGeometry(screen->geometry());
    }
    window->setWindowState(window->windowState() | Qt::WindowFullScreen);
}

void Presentation::followPresenter()
{
    if (!m_isOn || !m_presenter || m_presenterWindow->isHidden())
        return;
    const auto &snapshots = m_parts.document->snapshots().all();
    const int next = m_snapshot + 1;
    showControls(m_presenter->controls());
    m_presenter->follow(next < int(snapshots.size()) ? snapshotName(snapshots[std::size_t(next)], next) : QString());
}

void Presentation::stop()
{
    if (!m_isOn)
        return;
    m_isOn = false;
    qApp->removeEventFilter(this);
    m_curtain->rise();
    m_controls->hide();
    if (m_presenter)
        m_presenterWindow->hide();
    m_line->fallSilent();
    m_flash->setOn(false);
    m_ringAction->setChecked(false);
    m_ringAction->setEnabled(false);
    m_present->setChecked(false);
    for (QWidget *bar : m_parts.bars)
        bar->show();
    m_stage->leave();
    if (const auto before = std::exchange(m_lookBefore, std::nullopt)) {
        m_parts.document->look().setSelection(before->first);
        m_parts.document->look().setCell(before->second);
    }
    QMainWindow *window = m_parts.window;
    window->setWindowState(window->windowState() & ~Qt::WindowFullScreen);
    window->restoreGeometry(m_geometryBefore);
    if (m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

/// From the type that is shown, which is smaller than the one asked for where a page has no room for that.
void Presentation::resizeType(double by)
{
    double &type = m_parts.settings->presentType;
    const double wanted = std::clamp(std::round((m_stage->factor() + by) * 10) / 10, smallestType, largestType);
    const double before = std::exchange(type, wanted);
    if (m_stage->layOut())
        return say(tr("Type × %1").arg(type, 0, 'f', 1));
    type = before;
    m_stage->layOut();
    say(tr("Type × %1 is the largest that fits").arg(m_stage->factor(), 0, 'f', 1));
}

void Presentation::say(const QString &sentence)
{
    m_line->showText(sentence, m_stage->captionHeight());
}

bool Presentation::isBlack() const
{
    return !m_curtain->isHidden();
}

bool Presentation::eventFilter(QObject *watched, QEvent *event)
{
    auto *receiver = qobject_cast<QWidget *>(watched);
    const QWidget *window = receiver ? receiver->window() : nullptr;
    if (m_delivers || !window || (window != m_parts.window && window != m_presenterWindow))
        return false;
    if (isBlack() && underCurtain(event))
        return true;
    if (event->type() == QEvent::MouseMove && window == m_parts.window)
        showControls(m_controls);
    const QWidget *first = window->focusWidget();
    if (receiver != (first ? first : window))
        return false; // a key passed up by a widget that did not use it
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // A presentation's keys come before a panel's shortcuts.
        if (!claims(*static_cast<QKeyEvent *>(event), first))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        return press(receiver, static_cast<QKeyEvent *>(event));
    default:
        return false;
    }
}

bool Presentation::underCurtain(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        event->accept();
        return true;
    case QEvent::KeyPress:
        if (!isModifierKey(static_cast<QKeyEvent *>(event)->key()))
            m_curtain->rise();
        return true;
    case QEvent::MouseButtonPress:
        m_curtain->rise();
        return true;
    case QEvent::KeyRelease:
    case QEvent::MouseMove:
    case QEvent::Wheel:
        return true;
    default:
        return false;
    }
}

bool Presentation::claims(const QKeyEvent &event, const QWidget *focus) const
{
    switch (presentKey(event, focus, doArrowsTurn())) {
    case PresentKey::Forward:
    case PresentKey::Back:
        return canTurn();
    case PresentKey::PlainForward:
    case PresentKey::PlainBack:
    case PresentKey::PlainEscape:
    case PresentKey::Black:
    case PresentKey::Ring:
        return true;
    case PresentKey::Leave:
    case PresentKey::None:
        break;
    }
    return false;
}

bool Presentation::press(QWidget *receiver, QKeyEvent *event)
{
    switch (presentKey(*event, receiver, doArrowsTurn())) {
    case PresentKey::Forward:
        return turn(1);
    case PresentKey::Back:
        return turn(-1);
    case PresentKey::PlainForward:
    case PresentKey::PlainBack:
    case PresentKey::PlainEscape: {
        QKeyEvent plain(QEvent::KeyPress, event->key(), Qt::NoModifier);
        deliver(receiver, &plain);
        return true;
    }
    case PresentKey::Black:
        m_line->fallSilent();
        m_curtain->fall();
        return true;
    case PresentKey::Ring:
        m_ringAction->toggle();
        return true;
    case PresentKey::Leave:
        return escape(receiver, event);
    case PresentKey::None:
        break;
    }
    return false;
}

void Presentation::deliver(QWidget *receiver, QKeyEvent *event)
{
    m_delivers = true;
    QApplication::sendEvent(receiver, event);
    m_delivers = false;
}

/// Cancelling a drag, a cell's editor and a field come first; in a picture Shift+Esc lets go of a token.
bool Presentation::escape(QWidget *receiver, QKeyEvent *event)
{
    if (QApplication::mouseButtons() != Qt::NoButton || isCellEditor(receiver) || qobject_cast<QMenuBar *>(receiver)) {
        deliver(receiver, event);
        return true;
    }
    if (isField(receiver))
        focusPicture();
    else if (m_ring->isOn())
        m_ringAction->setChecked(false);
    else if (m_controls->isVisible())
        m_controls->hide();
    else
        stop();
    return true;
}

/// At the top edge they come when the pointer moves, and go after a while.
void Presentation::showControls(PresentControls *controls) const
{
    const bool offersPlay = !m_parts.lessons->player()->isOpen() && !m_parts.panels->why->playButton()->isHidden();
    controls->appear(place(), offersPlay, m_parts.document->comparison().pinned() != nullptr);
}

QString Presentation::place() const
{
    const LessonPlayer *player = m_parts.lessons->player();
    const auto snapshots = int(m_parts.document->snapshots().all().size());
    if (player->isOpen())
        return tr("Page %1 of %2").arg(player->page() + 1).arg(player->lesson().pages.size());
    if (snapshots == 0)
        return {};
    return m_snapshot < 0 ? tr("%n snapshots", nullptr, snapshots)
                          : tr("Snapshot %1 of %2").arg(m_snapshot + 1).arg(snapshots);
}

void Presentation::focusPicture() const
{
    QWidget *picture = m_stage->focus();
    if (picture)
        picture->setFocus(Qt::OtherFocusReason);
    else if (QWidget *focus = m_parts.window->focusWidget())
        focus->clearFocus();
}

bool Presentation::canTurn() const
{
    return m_parts.lessons->player()->isOpen() || m_stage->screens() > 1 ||
           !m_parts.document->snapshots().all().empty();
}

/// While a calculation is played its scenes have the arrows.
bool Presentation::doArrowsTurn() const
{
    return m_parts.lessons->player()->isOpen() && !m_parts.panels->steps->showsPlay();
}

bool Presentation::turn(int pages)
{
    LessonPlayer *player = m_parts.lessons->player();
    if (const int screen = m_stage->screen() + pages; screen >= 0 && screen < m_stage->screens()) {
        m_stage->setScreen(screen);
        if (!player->isOpen())
            say(QStringLiteral("%1 / %2").arg(screen + 1).arg(m_stage->screens()));
        return true;
    }
    if (player->isOpen()) {
        if (pages > 0 ? player->hasNext() : player->hasBack())
            player->go(player->page() + pages);
        else if (pages > 0)
            say(tr("The last page: Esc ends"));
        return true;
    }
    Document *document = m_parts.document;
    const auto count = int(document->snapshots().all().size());
    if (count == 0)
        return false;
    // A step back after a change leads to the snapshot that was changed.
    const bool isChanged = document->snapshots().current() < 0;
    const int next = pages < 0 && isChanged ? m_snapshot : std::min(m_snapshot, count - 1) + pages;
    const int index = std::clamp(next, 0, count - 1);
    m_stage->setScreen(0);
    document->snapshots().recall(index);
    rememberLook();
    say(tr("%1 / %2 · %3")
            .arg(index + 1)
            .arg(count)
            .arg(snapshotName(document->snapshots().all()[std::size_t(index)], index)));
    return true;
}

} // namespace regard

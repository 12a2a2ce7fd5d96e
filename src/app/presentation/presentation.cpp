#include "app/presentation/presentation.h"

#include <algorithm>
#include <cmath>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>

#include "app/base/settings.h"
#include "app/docks/panel_set.h"
#include "app/files/lesson_desk.h"
#include "app/presentation/present_curtain.h"
#include "app/presentation/present_flash.h"
#include "app/presentation/present_keys.h"
#include "app/presentation/present_line.h"
#include "app/presentation/present_menu_bar.h"
#include "app/presentation/present_type.h"
#include "document/document.h"
#include "document/snapshots/snapshot_name.h"
#include "document/work/fault.h"
#include "views/data/shown_matrix.h"
#include "views/text/shown_text.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/motion/spotlight.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/figure_view.h"

namespace regard {

namespace {

constexpr double scaleStep = 0.1;

/// The focus, limited to the tokens of the result in view.
std::optional<Selection> focusIn(const Document &document)
{
    const ShownState &shown = document.shown().attention;
    return shown.hasResult() ? std::optional(shown.selection) : std::nullopt;
}

} // namespace

Presentation::Presentation(const PresentParts &parts, QAction *present, QMenu *panels)
    : QObject(parts.window), m_parts(parts), m_present(present), m_panelMenu(panels),
      m_layout(new PresentLayout(parts, this)), m_menuBar(new PresentMenuBar(parts.window, this)),
      m_curtain(new PresentCurtain(parts.window)), m_line(new PresentLine(parts.theme, parts.window)),
      m_flash(new PresentFlash(parts.document, parts.theme, parts.panels, this))
{
    addActions();
    fillPanelMenu(panels);
    connect(present, &QAction::triggered, this, [this](bool on) { on ? start() : stop(); });
    connect(m_layout, &PresentLayout::settled, this, &Presentation::letGo);
    // Lessons ask for panels, and come and go with their own.
    connect(parts.lessons, &LessonDesk::changed, this, &Presentation::showPanels);
    connect(parts.lessons->player(), &LessonPlayer::panelsAsked, this, [this] {
        m_hasTurned = true;
        m_layout->turnPage();
        showPanels();
    });
    connect(&parts.document->snapshots(), &Snapshots::snapshotsChanged, this, [this] {
        if (m_parts.document->snapshots().current() >= 0)
            m_snapshot = m_parts.document->snapshots().current();
    });
    connect(parts.document, &Document::loaded, this, [this] { m_snapshot = -1; });
    connect(&Faults::all(), &Faults::told, this, [this](const QString &sentence) {
        if (m_isOn)
            m_line->say(sentence);
    });
    FigureView *links = parts.panels->links->view();
    HeatmapPlot *heatmap = parts.panels->heatmap->plot();
    const auto isLit = [this] { return m_isOn && m_parts.settings->spotlight; };
    links->setCover([this, links, isLit](QPainter &painter) {
        const auto *figure = dynamic_cast<const LinkFigure *>(links->figure());
        const std::optional<Selection> focus = isLit() && figure ? focusIn(*m_parts.document) : std::nullopt;
        const LinkOptions &options = m_parts.panels->links->options();
        if (focus)
            paintSpotlight(painter, links->partInView(), litLinks(*figure, *focus, options.floor, options.horizontal),
                           m_parts.theme->theme());
        m_flash->paintLinks(painter);
    });
    heatmap->setCover([this, heatmap, isLit](QPainter &painter) {
        const std::optional<Selection> focus = isLit() && heatmap->figure() ? focusIn(*m_parts.document) : std::nullopt;
        if (focus)
            paintSpotlight(painter, QRectF(QPointF(), heatmap->figureSize()), litHeatmap(*heatmap->figure(), *focus),
                           m_parts.theme->theme());
        m_flash->paintCells(painter);
    });
}

Presentation::~Presentation() = default;

/// The focus must be within the result in view.
QPainterPath Presentation::litHeatmap(const HeatmapFigure &figure, const Selection &focus) const
{
    const ShownState state = m_parts.document->shown().attention;
    const std::shared_ptr<const Matrix> weights =
        shownMatrix(*state.result.model, state.result.trace, focus, state.difference()).weights;
    return litCells(figure, focus, *weights, m_parts.panels->links->options().floor);
}

void Presentation::addActions()
{
    const auto add = [this](const QString &text, const QString &tip, const QList<QKeySequence> &keys) {
        auto *action = new QAction(text, m_parts.window);
        action->setStatusTip(tip);
        action->setShortcuts(keys);
        action->setEnabled(false);
        return action;
    };
    m_spotlight = add(tr("Spot&light while presenting"),
                      tr("Dims all but the token in focus and what it looks at; the key S does it too"), {});
    m_spotlight->setEnabled(true);
    m_spotlight->setCheckable(true);
    m_spotlight->setChecked(m_parts.settings->spotlight);
    m_larger = add(tr("Lar&ger type"), tr("While presenting"),
                   {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    m_smaller = add(tr("S&maller type"), tr("While presenting"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    connect(m_spotlight, &QAction::toggled, this, &Presentation::setSpotlight);
    connect(m_larger, &QAction::triggered, this, [this] { resizeType(scaleStep); });
    connect(m_smaller, &QAction::triggered, this, [this] { resizeType(-scaleStep); });
}

QList<QAction *> Presentation::actions() const
{
    return {m_spotlight, m_larger, m_smaller};
}

void Presentation::fillPanelMenu(QMenu *menu)
{
    for (const PresentPanel &panel : m_layout->panels()) {
        QAction *action = menu->addAction(panel.name);
        action->setObjectName(QStringLiteral("present_") + panel.id);
        action->setCheckable(true);
        action->setChecked(m_parts.settings->presentPanels.contains(panel.id));
        connect(action, &QAction::toggled, this, [this, id = panel.id](bool seen) { setPanel(id, seen); });
    }
}

void Presentation::setPanel(const QString &id, bool seen)
{
    m_parts.settings->presentPanels.removeAll(id);
    if (seen)
        m_parts.settings->presentPanels.append(id);
    m_layout->tick(id, seen);
    showPanels();
}

void Presentation::showPanels()
{
    if (!m_isOn)
        return;
    m_layout->show(m_parts.settings->presentPanels, pagePanels());
    const QWidget *focus = m_parts.window->focusWidget();
    if (!focus || !focus->isVisible() || qobject_cast<const QComboBox *>(focus))
        focusPicture();
}

/// The panels that the lesson's page is about.
std::vector<PanelId> Presentation::pagePanels() const
{
    const LessonPlayer *player = m_parts.lessons->player();
    return player->isOpen() ? player->currentPage().panels : std::vector<PanelId>();
}

void Presentation::start()
{
    if (m_isOn)
        return;
    m_isOn = true;
    m_hasTurned = false;
    m_menuBar->enter();
    m_layout->enter(m_parts.settings->presentPanels, pagePanels());
    scaleType();
    m_flash->setOn(true);
    followSpotlight();
    m_larger->setEnabled(true);
    m_smaller->setEnabled(true);
    m_present->setChecked(true);
    qApp->installEventFilter(this);
    const QWidget *focus = QApplication::focusWidget();
    // A box of choices would take the keys of the presentation for its entries' first letters.
    if (!focus || !focus->isVisible() || qobject_cast<const QComboBox *>(focus))
        focusPicture();
    m_line->say(tr("Esc ends · F10 menu · B black · S spotlight"));
}

void Presentation::stop()
{
    if (!m_isOn)
        return;
    m_isOn = false;
    qApp->removeEventFilter(this);
    m_curtain->rise();
    m_line->fallSilent();
    m_flash->setOn(false);
    followSpotlight();
    m_larger->setEnabled(false);
    m_smaller->setEnabled(false);
    m_present->setChecked(false);
    m_parts.theme->setScale(1);
    m_menuBar->leave();
    m_layout->leave(m_hasTurned ? pagePanels() : std::vector<PanelId>());
    repaint();
}

void Presentation::resizeType(double by)
{
    double &type = m_parts.settings->presentType;
    type = std::clamp(std::round((type + by) * 10) / 10, 1.0, largestPresentType);
    scaleType();
    showPanels();
    m_line->say(tr("Type × %1").arg(type, 0, 'f', 1));
}

void Presentation::scaleType()
{
    const double readable = readableScale(m_parts.window->screen()->size().height());
    m_parts.theme->setScale(readable * m_parts.settings->presentType, pictureNumber / m_parts.settings->presentType);
}

void Presentation::setSpotlight(bool on)
{
    m_parts.settings->spotlight = on;
    followSpotlight();
    repaint();
    if (m_isOn)
        m_line->say(on ? tr("Spotlight on") : tr("Spotlight off"));
}

/// Dimmed links cannot be pointed at either.
void Presentation::followSpotlight() const
{
    m_parts.panels->links->setPointsAtLitAlone(m_isOn && m_parts.settings->spotlight);
}

void Presentation::repaint() const
{
    m_parts.panels->links->view()->repaintOverlay();
    m_parts.panels->heatmap->plot()->repaintCover();
}

bool Presentation::isBlack() const
{
    return !m_curtain->isHidden();
}

bool Presentation::eventFilter(QObject *watched, QEvent *event)
{
    auto *receiver = qobject_cast<QWidget *>(watched);
    if (m_delivers || !receiver || receiver->window() != m_parts.window)
        return false;
    if (isBlack() && underCurtain(event))
        return true;
    // A shortcut takes its key before it is pressed.
    if (event->type() == QEvent::ShortcutOverride)
        m_menuBar->see(*static_cast<QKeyEvent *>(event));
    const QWidget *first = m_parts.window->focusWidget();
    if (receiver != (first ? first : m_parts.window))
        return false; // a key passed up by a widget that did not use it
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // A presentation's keys come before a panel's shortcuts.
        if (!claims(*static_cast<QKeyEvent *>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        return press(receiver, static_cast<QKeyEvent *>(event));
    case QEvent::KeyRelease:
        return m_menuBar->takeRelease(*static_cast<QKeyEvent *>(event));
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

bool Presentation::claims(const QKeyEvent &event) const
{
    switch (presentKey(event, m_parts.window->focusWidget())) {
    case PresentKey::Forward:
    case PresentKey::Back:
        return canTurn();
    case PresentKey::PlainForward:
    case PresentKey::PlainBack:
    case PresentKey::PlainEscape:
    case PresentKey::Black:
    case PresentKey::Spotlight:
        return true;
    case PresentKey::Leave:
    case PresentKey::None:
        break;
    }
    return false;
}

bool Presentation::press(QWidget *receiver, QKeyEvent *event)
{
    if (m_menuBar->takePress(*event))
        return true;
    switch (presentKey(*event, receiver)) {
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
    case PresentKey::Spotlight:
        m_spotlight->toggle();
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
    else
        stop();
    return true;
}

void Presentation::focusPicture() const
{
    QWidget *links = m_parts.panels->links->view()->canvas();
    QWidget *heatmap = m_parts.panels->heatmap->plot();
    QWidget *picture = links->isVisible() ? links : heatmap->isVisible() ? heatmap : nullptr;
    if (picture)
        picture->setFocus(Qt::OtherFocusReason);
    else if (QWidget *focus = m_parts.window->focusWidget())
        focus->clearFocus();
}

bool Presentation::canTurn() const
{
    return m_parts.lessons->player()->isOpen() || !m_parts.document->snapshots().all().empty();
}

bool Presentation::turn(int pages)
{
    LessonPlayer *player = m_parts.lessons->player();
    if (player->isOpen()) {
        if (pages > 0 ? player->hasNext() : player->hasBack())
            player->go(player->page() + pages);
        m_line->say(tr("%1 / %2 · %3")
                        .arg(player->page() + 1)
                        .arg(player->lesson().pages.size())
                        .arg(player->pageTitle(player->page())));
        return true;
    }
    Document *document = m_parts.document;
    const auto count = int(document->snapshots().all().size());
    if (count == 0)
        return false;
    // After a change, a step back leads to the snapshot that was changed.
    const bool isChanged = document->snapshots().current() < 0;
    const int next = pages < 0 && isChanged ? m_snapshot : std::min(m_snapshot, count - 1) + pages;
    const int index = std::clamp(next, 0, count - 1);
    document->snapshots().recall(index);
    m_line->say(tr("%1 / %2 · %3")
                    .arg(index + 1)
                    .arg(count)
                    .arg(snapshotName(document->snapshots().all()[std::size_t(index)], index)));
    return true;
}

} // namespace regard

#include "views/unrolled/panel/unrolled_panel.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "views/base/panel_title.h"
#include "views/table/view_table.h"
#include "views/unrolled/unrolled_data.h"

namespace regard {

UnrolledPanel::UnrolledPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Unrolled), parent), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this))
{
    m_view->canvas()->setAccessibleName(tr("States of the recurrent network"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_state.trace() || !isUnrolled(m_state.model().config))
            return nullptr;
        UnrolledData made = unrolledData(m_state);
        made.title.clear(); // the panel's own title has it
        return std::make_unique<UnrolledFigure>(std::move(made), space, m_theme->theme(), focus());
    });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(document, &Document::shownChanged, this, &UnrolledPanel::follow);
    connect(document, &Document::inputErrorChanged, this, &UnrolledPanel::follow);
    connect(theme, &AppTheme::changed, this, &UnrolledPanel::refresh);
    connect(m_view, &FigureView::hovered, this, &UnrolledPanel::pointAt);
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        if (std::exchange(m_pointed, std::nullopt))
            refresh();
    });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) {
        if (const auto box = shown() ? shown()->hit(point) : std::nullopt)
            choose(*box);
    });
    connect(m_view, &FigureView::keyPressed, this, &UnrolledPanel::keyPressed);
    connect(m_view, &FigureView::menuAsked, this, [this](QPointF point, QPoint globalPosition) {
        m_pointed = shown() ? shown()->hit(point) : std::nullopt;
        askWhat(globalPosition);
    });
    follow();
}

void UnrolledPanel::follow()
{
    const ShownState before = std::exchange(m_state, m_document->shown().as(Compared::Now).tokens);
    const bool isSame = before.result == m_state.result && before.selection.head == m_state.selection.head &&
                        before.selection.attention == m_state.selection.attention;
    if (!isSame || m_stale)
        refresh();
}

void UnrolledPanel::refresh()
{
    m_stale = !isSeen(this);
    if (m_stale)
        return;
    if (m_document->sentences().tokens().tokens.empty())
        m_view->setMessage(tr("Type a sentence first."));
    else if (!m_document->inputError().isEmpty())
        m_view->setMessage(m_document->inputError());
    else
        m_view->setMessage(m_state.trace() ? noUnrolledText() : QString());
    // What is gone is no longer pointed at.
    const std::optional<UnrolledBox> pointed = std::exchange(m_pointed, std::nullopt);
    const std::optional<UnrolledBox> current = std::exchange(m_current, std::nullopt);
    m_view->refresh();
    if (!shown())
        return m_view->canvas()->setAccessibleDescription({});
    m_pointed = pointed && shown()->exists(*pointed) ? pointed : std::nullopt;
    m_current = current && shown()->exists(*current) ? current : std::nullopt;
    if (focus())
        m_view->refresh();
    m_view->canvas()->setAccessibleDescription(focus() ? stateText(m_state, *focus()) : QString());
}

const UnrolledFigure *UnrolledPanel::shown() const
{
    return static_cast<const UnrolledFigure *>(m_view->figure());
}

void UnrolledPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto box = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(box ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (box != m_pointed) {
        m_pointed = box;
        refresh();
    }
    if (!box)
        return QToolTip::hideText();
    QToolTip::showText(globalPosition, stateText(m_state, *box), m_view->canvas());
}

/// Chooses a box: its chain is the one whose matrices are edited, and its word is in focus.
void UnrolledPanel::choose(const UnrolledBox &box)
{
    m_current = box;
    Selection selection = m_document->look().selection();
    if (const std::optional<StateRef> state = stateOf(m_state.model().config, box)) {
        selection.part = Part::Cells;
        selection.chain = state->place;
        selection.state = box.token;
    }
    if (layersOf(m_state.model().config, Attention::Cross) > 0) {
        selection.attention = Attention::Cross;
        (box.sentence == 1 ? selection.query : selection.key) = box.token;
        (box.sentence == 1 ? selection.pinnedQueries : selection.pinnedKeys) = {box.token};
    }
    m_document->look().setSelection(selection);
    showItsStage();
    refresh();
}

/// The steps turn to the state that was chosen, unless they show its cell already.
void UnrolledPanel::showItsStage()
{
    StepView steps = m_document->look().stepView();
    if (isOfCell(steps.kind))
        return;
    steps.kind = StepKind::NewState;
    m_document->look().setStepView(steps);
}

void UnrolledPanel::toggleZero(const UnrolledBox &box)
{
    const std::optional<StateRef> state = stateOf(m_state.model().config, box);
    if (!state)
        return;
    Interventions next = m_document->matrices().model()->interventions;
    const bool isOff = next.states.erase(*state) > 0;
    if (!isOff)
        next.states.insert(*state);
    m_document->matrices().setInterventions(next, isOff ? tr("Keep the state") : tr("Set the state to zero"));
}

void UnrolledPanel::askWhat(QPoint globalPosition)
{
    const std::optional<UnrolledBox> box = focus();
    const std::optional<StateRef> state = box ? stateOf(m_state.model().config, *box) : std::nullopt;
    if (!state)
        return;
    const bool isOff = m_document->matrices().model()->interventions.states.contains(*state);
    QMenu menu(this);
    QAction *zero = menu.addAction(isOff ? tr("&Keep the state") : tr("Set the state to &zero"));
    connect(zero, &QAction::triggered, this, [this, box] { toggleZero(*box); });
    menu.exec(globalPosition);
}

/// The box that an arrow key leads to.
std::optional<UnrolledBox> UnrolledPanel::moved(int key) const
{
    const auto &sentences = shown()->data().sentences;
    if (!m_current)
        return UnrolledBox{};
    UnrolledBox box = *m_current;
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        box.token += key == Qt::Key_Left ? -1 : 1;
        return shown()->exists(box) ? std::optional(box) : std::nullopt;
    }
    // Upwards through the first sentence's rows, then through the second's, whose last row is the lowest.
    const bool isUp = key == Qt::Key_Up;
    const bool isSecond = box.sentence == 1;
    box.row += isUp != isSecond ? 1 : -1;
    const int rows = int(sentences[std::size_t(box.sentence)].rows.size());
    if (box.row >= rows) {
        box.sentence = 1 - box.sentence;
        if (box.sentence >= int(sentences.size()))
            return std::nullopt;
        box.row = int(sentences[std::size_t(box.sentence)].rows.size()) - 1;
        box.token = std::min(box.token, int(sentences[std::size_t(box.sentence)].words.size()) - 1);
    }
    return box.row >= 0 ? std::optional(box) : std::nullopt;
}

void UnrolledPanel::keyPressed(QKeyEvent *event)
{
    if (!shown())
        return;
    event->accept();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_pointed.reset();
        if (const auto box = moved(event->key())) {
            m_current = box;
            refresh();
            if (shown())
                bringIntoView(m_view, shown()->boxRect(*box));
        }
        return;
    case Qt::Key_0:
    case Qt::Key_Delete:
        if (focus())
            toggleZero(*focus());
        return;
    default:
        break;
    }
    if (isChoosingKey(event->key()) && m_current)
        return choose(*m_current);
    event->ignore();
}

std::unique_ptr<Figure> UnrolledPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(ViewId::Unrolled, *m_document, {}, size, theme);
}

ViewOptions UnrolledPanel::viewOptions() const
{
    return {};
}

QSizeF UnrolledPanel::figureSize() const
{
    return m_view->figureSize();
}

void UnrolledPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

} // namespace regard

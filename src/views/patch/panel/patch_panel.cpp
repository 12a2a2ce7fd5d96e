#include "views/patch/panel/patch_panel.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolTip>
#include <QUndoGroup>
#include <QUndoStack>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "controls/segment_switch.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/panel_title.h"
#include "views/base/shown_text.h"
#include "views/output/output_data.h"
#include "views/patch/panel/patch_grids.h"
#include "views/patch/patch_run.h"
#include "views/table/view_table.h"

namespace regard {

PatchPanel::PatchPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Patch), parent), m_document(document), m_theme(theme), m_run(new PatchRun(this)),
      m_controls(new QWidget(this)), m_mode(new SegmentSwitch(tr("What the panel shows"), m_controls)),
      m_kind(new QComboBox(m_controls)), m_words(new LogitWords(m_controls)),
      m_swap(new QPushButton(tr("S&wap"), m_controls)), m_note(new QLabel(this)), m_view(new FigureView(theme, this)),
      m_grids(new PatchGrids(document, theme, this))
{
    buildControls();
    controls()->addWidget(m_controls);
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    content()->addWidget(m_note);
    content()->addWidget(m_view, 1);
    content()->addWidget(m_grids, 1);
    m_grids->hide();
    connect(m_grids, &PatchGrids::progressed, this, &PatchPanel::refresh);
    showBusySignOf(document);
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_answer || !m_answer->whyNone.isEmpty())
            return nullptr;
        Theme own = m_theme->theme();
        own.parts.inWindow = true;
        own.parts.title = false; // the controls and the line below them have it
        return std::make_unique<HeatmapFigure>(patchData(m_state, *m_answer, options()), space, own);
    });
    connect(m_run, &PatchRun::progressed, this, &PatchPanel::refresh);
    connect(document, &Document::shownChanged, this, &PatchPanel::follow);
    connect(document, &Document::inputErrorChanged, this, &PatchPanel::follow);
    connect(theme, &AppTheme::changed, this, &PatchPanel::refresh);
    // Once the step is done as a whole.
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &PatchPanel::followSwaps, Qt::QueuedConnection);
    connect(m_view, &FigureView::hovered, this, &PatchPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) {
        if (const auto hit = shown() ? shown()->hit(point) : std::nullopt) {
            moveTo(hit->first, hit->second);
            toggle(hit->first, hit->second);
        }
    });
    connect(m_view, &FigureView::keyPressed, this, &PatchPanel::keyPressed);
    follow();
}

void PatchPanel::buildControls()
{
    m_mode->add(tr("Map"), tr("Map of all patches"), tr("What each head or layer of the pinned state alone does here"));
    m_mode->add(tr("Drag"), tr("Rows to be dragged"),
                tr("The rows between the layers of both states: drag one of the pinned onto one of the present"));
    m_mode->setChosen(0);
    connect(m_mode, &SegmentSwitch::chosen, this, &PatchPanel::chooseMode);
    m_kind->setObjectName(QStringLiteral("patchKind"));
    m_kind->setAccessibleName(tr("What comes from the pinned state"));
    m_kind->setToolTip(
        tr("Each cell of the map takes this alone from the pinned state: of a head at all words, or of a "
           "layer at one word"));
    m_swap->setObjectName(QStringLiteral("patchSwap"));
    m_swap->setAccessibleName(tr("Swap the pinned and the present state"));
    m_swap->setToolTip(tr("Pins the present state and goes to the pinned one: patches then go the other way"));
    auto *lines = new QVBoxLayout(m_controls);
    lines->setContentsMargins(0, 0, 0, 0);
    auto *line = new QHBoxLayout;
    line->addWidget(m_mode);
    line->addWidget(m_kind, 1);
    line->addWidget(m_swap);
    lines->addLayout(line);
    lines->addWidget(m_words);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        m_chosen = PatchKind(m_kind->itemData(index).toInt());
        m_row = m_column = -1;
        refresh();
    });
    connect(m_words, &LogitWords::chosen, this, [this](const PartsQuestion &question) {
        m_question = question;
        refresh();
    });
    connect(m_words, &LogitWords::said, this, [this](const QString &sentence) {
        m_typed = sentence;
        showNote();
    });
    connect(m_swap, &QPushButton::clicked, this, &PatchPanel::swapStates);
}

void PatchPanel::follow()
{
    m_state = m_document->shown().as(Compared::Now).tokens;
    m_typed.clear();
    refresh();
}

/// Whether there are two states to patch between.
bool PatchPanel::canAsk() const
{
    return m_state.hasResult() && m_state.hasModel() && noPatchText(m_state).isEmpty();
}

void PatchPanel::showKinds()
{
    const QSignalBlocker blocker(m_kind);
    const std::vector<PatchKind> kinds = patchKinds(m_state.model().config, m_state.selection.attention);
    m_kind->clear();
    for (const PatchKind kind : kinds)
        m_kind->addItem(patchGridName(kind), int(kind));
    if (std::find(kinds.begin(), kinds.end(), m_chosen) == kinds.end())
        m_chosen = PatchKind::HeadOutput;
    m_kind->setCurrentIndex(m_kind->findData(int(m_chosen)));
}

void PatchPanel::chooseMode(int mode)
{
    m_mode->setChosen(mode);
    m_drags = mode == 1;
    if (m_drags)
        m_run->stop();
    refresh();
}

void PatchPanel::refresh()
{
    m_stale = !isSeen(this);
    if (m_stale)
        return;
    m_question.checkpoint = m_document->checkpoint();
    m_answer.reset();
    const bool asks = canAsk();
    m_controls->setEnabled(asks);
    // Without two states the map's place says what to do.
    const bool drags = asks && m_drags && !m_isBare;
    m_view->setVisible(!drags);
    m_grids->setVisible(drags);
    m_kind->setVisible(!drags);
    m_words->setVisible(asks && !drags && hasOutput(*m_state.trace()));
    m_grids->show(drags ? &m_state : nullptr);
    const auto &pinned = m_document->comparison().pinned();
    m_swap->setEnabled(asks && pinned && pinned->project);
    if (asks && !drags) {
        showKinds();
        if (hasOutput(*m_state.trace()))
            m_words->show(m_state, m_question);
        m_answer = m_run->of(m_state, m_chosen, m_question);
    }
    m_view->setMessage(emptyMessage());
    m_view->refresh();
    showNote();
    setCaption(m_run->isBusy() || m_grids->isBusy() ? tr("computing…") : m_run->problem());
    m_view->canvas()->setAccessibleName(tr("How much of the way to the pinned state each patch goes"));
    const QString cell = m_row >= 0 ? textOf(m_row, m_column) : QString();
    m_view->canvas()->setAccessibleDescription(cell.isEmpty() ? emptyMessage() : cell);
}

void PatchPanel::showNote()
{
    QString note = m_typed;
    if (note.isEmpty() && m_answer && m_answer->whyNone.isEmpty())
        note = patchMeasureText(*m_answer, m_question.checkpoint.get());
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

QString PatchPanel::emptyMessage() const
{
    if (!m_document->inputError().isEmpty())
        return m_document->inputError();
    if (!m_state.hasResult())
        return m_state.trace() ? whyNoAttention(*m_document) : tr("Type a sentence first.");
    if (const QString none = noPatchText(m_state); !none.isEmpty())
        return none;
    return m_answer ? m_answer->whyNone : QString();
}

QString PatchPanel::note() const
{
    return m_note->text();
}

PatchOptions PatchPanel::options() const
{
    return {m_chosen, m_question, m_run, false, m_row, m_column};
}

const HeatmapFigure *PatchPanel::shown() const
{
    return static_cast<const HeatmapFigure *>(m_view->figure());
}

QString PatchPanel::textOf(int row, int column) const
{
    return m_answer && m_answer->whyNone.isEmpty() ? patchCellText(*m_answer, row, column) : QString();
}

void PatchPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const QString text = hit ? textOf(hit->first, hit->second) : QString();
    m_view->canvas()->setCursor(text.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (text.isEmpty())
        return QToolTip::hideText();
    QToolTip::showText(globalPosition, text + u'\n' + tr("click puts it in, or takes it out again"), m_view->canvas());
}

void PatchPanel::moveTo(int row, int column)
{
    m_row = row;
    m_column = column;
    m_view->refresh();
    m_view->canvas()->setAccessibleDescription(row >= 0 ? textOf(row, column) : emptyMessage());
}

/// Switches the cell's patch on, or off where it is on.
void PatchPanel::toggle(int row, int column)
{
    const auto &pinned = m_document->comparison().pinned();
    if (!m_answer || !pinned || m_document->isChanging() || m_document->isBusy())
        return; // a map of the state before is no map of the next one
    const ModelConfig &config = m_answer->comparison->model().config;
    const PatchCell cell = gridCell(config, *m_answer->comparison->now(), m_answer->grid, row, column);
    const Side side =
        isOfKeys(cell.place.kind) ? keysSide(config, cell.place.attention) : queriesSide(config, cell.place.attention);
    const Patch rows = patchOfCell(*m_answer, cell, QString::fromStdString(pinned->tokens(side).normalized));
    if (rows.empty())
        return;
    const Interventions &now = m_document->matrices().model()->interventions;
    const QString name =
        QStringLiteral("%1, %2").arg(patchPlaceName(config, cell.place), patchKindName(cell.place.kind));
    if (isOn(now, cell.place, rows))
        m_document->matrices().setInterventions(withoutPatch(now, cell.place, rows), tr("%1 as computed").arg(name));
    else
        m_document->matrices().setInterventions(withPatch(now, cell.place, rows), tr("patch %1").arg(name));
}

void PatchPanel::swapStates()
{
    const std::shared_ptr<const PinnedState> pinned = m_document->comparison().pinned();
    if (!pinned || !pinned->project)
        return;
    m_document->comparison().pin();
    m_document->restore(Project(*pinned->project), tr("swap pinned and present state"));
    const QUndoStack *steps = m_document->undoStack();
    m_swaps.push_back({steps->command(steps->index() - 1), pinned, m_document->comparison().pinned()});
}

/// What is pinned is on no undo stack: pins what was pinned before a swap that was undone, or after one that was done
/// again, unless another state has been pinned since.
void PatchPanel::followSwaps()
{
    if (m_document->hasAside())
        return;
    const QUndoStack *steps = m_document->undoStack();
    const auto position = [steps](const Swap &swap) {
        int i = 0;
        while (i < steps->count() && steps->command(i) != swap.step)
            ++i;
        return i;
    };
    std::erase_if(m_swaps, [&](const Swap &swap) { return position(swap) == steps->count(); });
    const std::vector<Swap> swaps = m_swaps;
    for (auto swap = swaps.rbegin(); swap != swaps.rend(); ++swap)
        if (position(*swap) >= steps->index() && m_document->comparison().pinned() == swap->after)
            m_document->comparison().pin(swap->before);
    for (const Swap &swap : swaps)
        if (position(swap) < steps->index() && m_document->comparison().pinned() == swap.before)
            m_document->comparison().pin(swap.after);
}

void PatchPanel::setBare(bool bare, QWidget *alone)
{
    if (std::exchange(m_isBare, bare) != bare)
        refresh();
    Panel::setBare(bare, alone);
}

FigureView *PatchPanel::seenView() const
{
    return m_grids->isHidden() ? m_view : m_grids->view();
}

void PatchPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || !m_answer)
        return;
    const int rows = m_answer->map.rows;
    const int columns = m_answer->map.columns;
    const int row = std::clamp(m_row, 0, rows - 1);
    const int column = std::clamp(m_column, 0, columns - 1);
    event->accept();
    if (event->key() == Qt::Key_Escape)
        return moveTo(-1, -1);
    if (isChoosingKey(event->key()) && m_row >= 0)
        return toggle(row, column);
    if (const auto reached = rowReached(event->key(), row, rows))
        return moveTo(m_row < 0 ? row : *reached, column);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return moveTo(row, std::clamp(column + (event->key() == Qt::Key_Left ? -1 : 1), 0, columns - 1));
    event->ignore();
}

ViewOptions PatchPanel::viewOptions() const
{
    ViewOptions all;
    all.patch = options();
    return all;
}

std::unique_ptr<Figure> PatchPanel::figure(QSizeF size, const Theme &theme) const
{
    if (!m_grids->isHidden())
        return m_grids->wholeFigure(size, theme);
    ViewOptions all = viewOptions();
    all.patch.row = all.patch.column = -1; // without the keyboard's crosshair
    all.patch.isWhole = true;
    return shownFigure(ViewId::Patch, *m_document, all, size, theme);
}

QSizeF PatchPanel::figureSize() const
{
    return seenView()->figureSize();
}

void PatchPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        follow();
}

void PatchPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    m_run->stop();
    m_stale = true;
}

} // namespace regard

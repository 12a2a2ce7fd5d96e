#include "views/patch/panel/patch_grids.h"

#include <algorithm>
#include <limits>

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "engine/analysis/patching.h"
#include "engine/pass/patched_rows.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/token_marks.h"
#include "views/base/token_names.h"
#include "views/lens/lens_data.h"
#include "views/output/output_data.h"

namespace regard {

PatchGrids::PatchGrids(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_pinnedLens(new LensRun(this)),
      m_nowLens(new LensRun(this)), m_view(new FigureView(theme, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_view->canvas()->setAccessibleName(tr("Rows between the layers of the pinned and the present state"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_state)
            return nullptr;
        Theme own = m_theme->theme();
        own.parts.inWindow = true;
        own.parts.title = false;
        return std::make_unique<PatchGridsFigure>(data(false), space, own);
    });
    m_view->setOverlay([this](QPainter &painter) { paintMarks(painter); });
    for (LensRun *run : {m_pinnedLens, m_nowLens})
        connect(run, &LensRun::progressed, this, [this] {
            m_view->refresh();
            emit progressed();
        });
    connect(theme, &AppTheme::changed, m_view, &FigureView::refresh);
    connect(m_view, &FigureView::hovered, this, &PatchGrids::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) { click(point); });
    connect(m_view, &FigureView::dragged, this, &PatchGrids::drag);
    connect(m_view, &FigureView::keyPressed, this, &PatchGrids::pressKey);
}

void PatchGrids::show(const ShownState *state)
{
    const auto attentionOfGrid = [](const ShownState &of) { return selfAttentionOf(stackOf(of.selection.attention)); };
    const bool isOther =
        !state || !m_state || attentionOfGrid(*state) != attentionOfGrid(*m_state) ||
        !(state->comparison && m_state->comparison && state->comparison->before() == m_state->comparison->before());
    if (isOther)
        m_marked.reset();
    if (isOther || state->trace()->source.tokens != m_state->trace()->source.tokens ||
        state->trace()->target.tokens != m_state->trace()->target.tokens) {
        m_cursor.reset();
        m_target.reset();
    }
    m_state = state ? std::optional(*state) : std::nullopt;
    m_view->refresh();
    m_view->canvas()->setAccessibleDescription(m_cursor ? textOf(*m_cursor) : QString());
}

const PatchGridsFigure *PatchGrids::figure() const
{
    return static_cast<const PatchGridsFigure *>(m_view->figure());
}

std::unique_ptr<Figure> PatchGrids::wholeFigure(QSizeF size, const Theme &theme) const
{
    return m_state ? std::make_unique<PatchGridsFigure>(data(true), size, theme) : nullptr;
}

/// The lens of a stack that the output layer reads; of another one the tokens and layers alone.
LensData PatchGrids::gridOf(const Result &result, LensRun *run, bool isWhole) const
{
    const ModelConfig &config = result.model->config;
    const Attention attention = selfAttentionOf(stackOf(m_state->selection.attention));
    const bool isRead = hasOutput(*result.trace) && stackOf(attention) == lensStack(config) &&
                        noLensText(*result.model, m_document->checkpoint().get()).isEmpty();
    const SharedLens lens = !isRead ? nullptr : isWhole ? run->wholeOf(result, -1) : run->of(result, -1);
    const SideTrace &side = queriesOf(*result.trace, attention);
    if (lens && queriesOf(*lens->result.trace, attention).tokens == side.tokens) // soon there is the newest
        return lensData(*lens);
    LensData grid;
    grid.tokens = tokenNames(labelsOf(side));
    grid.masked = maskedTokens(side);
    for (int place = 0; place <= layersOf(config, stackOf(attention)); ++place)
        grid.places.append(place == 0 ? lensPlaceName(0) : QString::number(place));
    LensData::Cell empty;
    empty.probability = std::numeric_limits<double>::quiet_NaN();
    grid.cells.resize(std::size_t(grid.tokens.size() * grid.places.size()), empty);
    return grid;
}

PatchGridsData PatchGrids::data(bool isWhole) const
{
    const std::shared_ptr<const PinnedState> pinned = m_document->comparison().pinned();
    PatchGridsData grids;
    grids.now = gridOf(m_state->result, m_nowLens, isWhole);
    grids.pinned = pinned ? gridOf(pinned->result, m_pinnedLens, isWhole) : grids.now;
    grids.nowTitle = tr("Present: drag a cell here");
    grids.pinnedTitle = tr("Pinned: drag a cell from here");
    for (int token = 0; token < int(grids.now.tokens.size()); ++token)
        for (int place = 0; place < int(grids.now.places.size()); ++place)
            if (isPatched({token, place}))
                grids.patched.push_back({token, place});
    return grids;
}

PatchPlace PatchGrids::placeOf(const LensHit &cell) const
{
    return {PatchKind::Stream, selfAttentionOf(stackOf(m_state->selection.attention)), cell.place};
}

bool PatchGrids::isPatched(const LensHit &cell) const
{
    return patchOf(m_state->model().interventions, placeOf(cell)).contains(cell.token);
}

std::vector<LensHit> PatchGrids::reached() const
{
    std::vector<LensHit> cells;
    if (!figure() || !m_marked || !m_target)
        return cells;
    const Stack stack = stackOf(m_state->selection.attention);
    const LensData &now = figure()->data(true);
    for (int token = 0; token < int(now.tokens.size()); ++token)
        for (int place = 0; place < int(now.places.size()); ++place)
            if (canReach(m_state->model(), {stack, m_target->place, m_target->token}, {stack, place, token}))
                cells.push_back({token, place});
    return cells;
}

void PatchGrids::paintMarks(QPainter &painter) const
{
    const PatchGridsFigure *shown = figure();
    if (!shown || !m_state)
        return;
    const Theme &theme = m_theme->theme();
    QColor tint = theme.accent;
    tint.setAlphaF(0.3F);
    for (const LensHit &cell : reached())
        painter.fillRect(shown->cellRect({true, cell}), tint);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto outline = [&](const PatchGridsHit &at, Qt::PenStyle style) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2, style));
        painter.drawRect(shown->cellRect(at).adjusted(1, 1, -2, -2));
    };
    if (m_marked)
        outline({false, *m_marked}, Qt::SolidLine);
    if (m_marked && m_target)
        outline({true, *m_target}, Qt::SolidLine);
    if (m_cursor)
        outline(*m_cursor, Qt::DashLine);
}

QString PatchGrids::textOf(const PatchGridsHit &at) const
{
    if (!figure())
        return {};
    const LensData &grid = figure()->data(at.isNow);
    if (at.cell.token >= int(grid.tokens.size()) || at.cell.place >= int(grid.places.size()))
        return {};
    const QString state = at.isNow ? tr("present") : tr("pinned");
    QString text = tr("%1, “%2” (token %3), %4")
                       .arg(state, grid.tokens.at(at.cell.token), QString::number(at.cell.token + 1),
                            lensPlaceName(at.cell.place));
    if (const LensData::Cell &cell = grid.at(at.cell.token, at.cell.place); !cell.word.isEmpty())
        text = tr("%1: “%2”, probability %3").arg(text, cell.word, QString::number(cell.probability, 'g', 3));
    if (at.isNow && isPatched(at.cell))
        text += u'\n' + tr("comes from another pass; a click or Delete takes it out");
    else if (!at.isNow)
        text += u'\n' + tr("drag it onto a cell below, or mark it with Space and put it there with Return");
    return text;
}

void PatchGrids::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = figure() ? figure()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(!hit ? Qt::ArrowCursor : hit->isNow ? Qt::PointingHandCursor : Qt::OpenHandCursor);
    hit ? QToolTip::showText(globalPosition, textOf(*hit), m_view->canvas()) : QToolTip::hideText();
}

void PatchGrids::click(QPointF point)
{
    const auto hit = figure() ? figure()->hit(point) : std::nullopt;
    m_cursor = hit;
    m_target.reset();
    if (hit && hit->isNow && isPatched(hit->cell))
        takeOut(hit->cell);
    else if (hit && !hit->isNow)
        m_marked = hit->cell;
    m_view->repaintOverlay();
}

void PatchGrids::drag(QPointF from, QPointF to, bool isDone)
{
    const auto start = figure() ? figure()->hit(from) : std::nullopt;
    if (!start || start->isNow)
        return;
    const auto over = figure()->hit(to);
    m_marked = start->cell;
    m_target = over && over->isNow ? std::optional(over->cell) : std::nullopt;
    m_cursor.reset();
    if (isDone && m_target)
        put(*m_marked, *m_target);
    if (isDone)
        m_target.reset();
    m_view->repaintOverlay();
}

void PatchGrids::moveTo(const PatchGridsHit &cell)
{
    m_cursor = cell;
    m_target = m_marked && cell.isNow ? std::optional(cell.cell) : std::nullopt;
    m_view->repaintOverlay();
    m_view->canvas()->setAccessibleDescription(textOf(cell));
    if (figure())
        m_view->scrollTo(figure()->cellRect(cell));
}

void PatchGrids::pressKey(QKeyEvent *event)
{
    if (!figure())
        return;
    PatchGridsHit at = m_cursor.value_or(PatchGridsHit{});
    const int key = event->key();
    const int tokens = int(figure()->data(at.isNow).tokens.size());
    const int places = int(figure()->data(at.isNow).places.size());
    event->accept();
    if (key == Qt::Key_Escape) {
        m_marked.reset();
        m_target.reset();
        m_cursor.reset();
        return m_view->repaintOverlay();
    }
    if (!m_cursor && (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right))
        return moveTo(at);
    if (key == Qt::Key_Space && m_cursor && !at.isNow) {
        m_marked = at.cell;
        const LensData &now = figure()->data(true);
        return moveTo({true, {std::min(at.cell.token, int(now.tokens.size()) - 1), at.cell.place}});
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_cursor && at.isNow && m_marked)
        return put(*m_marked, at.cell);
    if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && m_cursor && at.isNow && isPatched(at.cell))
        return takeOut(at.cell);
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        at.cell.place = std::clamp(at.cell.place + (key == Qt::Key_Left ? -1 : 1), 0, places - 1);
        return moveTo(at);
    }
    if (key == Qt::Key_Down && !at.isNow && at.cell.token == tokens - 1)
        return moveTo({true, {0, at.cell.place}});
    if (key == Qt::Key_Up && at.isNow && at.cell.token == 0)
        return moveTo({false, {int(figure()->data(false).tokens.size()) - 1, at.cell.place}});
    if (const auto row = rowReached(key, at.cell.token, tokens)) {
        at.cell.token = *row;
        return moveTo(at);
    }
    event->ignore();
}

void PatchGrids::put(const LensHit &from, const LensHit &to)
{
    const std::shared_ptr<const PinnedState> pinned = m_document->comparison().pinned();
    if (!pinned || m_document->isChanging() || m_document->isBusy()) // the cells are still of the state before
        return;
    const ModelConfig &config = m_state->model().config;
    const PatchPlace place = placeOf(to);
    const auto numbers = rowsAt(pinned->result.model->config, *pinned->result.trace, placeOf(from)).row(from.token);
    PatchRow row{{numbers.begin(), numbers.end()}, {}, pinned->tokens(queriesSide(config, place.attention)).normalized};
    if (int(row.numbers.size()) != widthOf(place, config))
        return; // without an output projection the last layer may leave rows of another width
    const Interventions &now = m_document->matrices().model()->interventions;
    m_document->matrices().setInterventions(withPatch(now, place, {{to.token, std::move(row)}}),
                                            tr("patch %1").arg(patchPlaceName(config, place)));
}

void PatchGrids::takeOut(const LensHit &cell)
{
    if (m_document->isBusy())
        return; // the cells are still of the state before
    const PatchPlace place = placeOf(cell);
    m_document->matrices().setInterventions(
        withoutPatch(m_document->matrices().model()->interventions, place, {{cell.token, {}}}),
        tr("%1 as computed").arg(patchPlaceName(m_state->model().config, place)));
}

void PatchGrids::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_pinnedLens->stop();
    m_nowLens->stop();
}

} // namespace regard

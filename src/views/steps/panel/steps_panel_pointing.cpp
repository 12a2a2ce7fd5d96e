#include "views/steps/panel/steps_panel.h"

#include <algorithm>

#include <QKeyEvent>
#include <QToolButton>
#include <QToolTip>

#include "controls/figure_view.h"
#include "controls/weight_field.h"
#include "document/matrices/matrix_label.h"
#include "views/base/token_focus.h"
#include "views/steps/panel/step_view_menu.h"
#include "views/steps/panel/walk_bar.h"
#include "views/steps/step_subject.h"
#include "views/steps/steps_figure.h"

namespace regard {

void StepsPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const bool leads = hit && (hit->key >= 0 || hit->component >= 0 || !hit->cell.matrix.empty());
    m_view->canvas()->setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    lightUp(hit ? hit->inputs : std::vector<StepSource>());
    const QRectF box = hit && (leads || !hit->inputs.empty()) ? hit->box : QRectF();
    if (box != m_pointedBox) {
        m_pointedBox = box;
        m_view->repaintOverlay();
    }
    if (!hit) {
        QToolTip::hideText();
        return;
    }
    QString note = hit->note;
    if (!hit->cell.matrix.empty())
        note = tr("%1; click shows this cell of %2").arg(note, matrixLabel(hit->cell.matrix));
    else if (hit->key >= 0)
        note += m_data.steps[std::size_t(position())].kind == StepKind::Softmax
                    ? tr("; click selects this key, then a number typed sets its weight")
                    : tr("; click selects this key");
    else if (hit->component >= 0)
        note += tr("; click spells it out");
    QToolTip::showText(globalPosition, note, m_view->canvas());
}

void StepsPanel::click(QPointF point)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit)
        return;
    if (!hit->cell.matrix.empty())
        m_document->look().setCell({hit->cell.matrix, hit->cell.row, hit->cell.column});
    else if (hit->key >= 0)
        pin(hit->key);
    else if (hit->component >= 0)
        chooseComponent(hit->component);
}

/// Highlights in the other panels what a number was computed from.
void StepsPanel::lightUp(const std::vector<StepSource> &sources)
{
    Highlight highlight;
    for (const StepSource &source : sources)
        if (source.matrix.empty())
            highlight.pairs.push_back({source.row, source.column});
        else
            highlight.cells.push_back({source.matrix, source.row, source.column});
    m_document->look().setPointed(highlight);
}

/// Lights up by keyboard what the results of the stage in view were computed from.
void StepsPanel::lightUpComponent()
{
    std::vector<StepSource> sources;
    for (const StepEquation &equation : m_data.steps[std::size_t(position())].equations)
        sources.insert(sources.end(), equation.result.sources.begin(), equation.result.sources.end());
    lightUp(sources);
}

void StepsPanel::chooseComponent(int component)
{
    m_component = std::max(0, component);
    refresh();
}

void StepsPanel::walkComponents(int component)
{
    chooseComponent(component);
    lightUpComponent();
}

/// Pins the pair of that key and the query in view; a pinned pair stays pinned.
void StepsPanel::pin(int key)
{
    if (key < 0)
        return;
    const Selection selection = m_document->shown().tokens.asked;
    if (selection.pinnedQueries == std::vector<int>{m_data.query} && selection.pinnedKeys == std::vector<int>{key})
        m_document->setUngroupedSelection(focusedOnPair(selection, m_data.query, key));
    else
        m_document->setUngroupedSelection(pinnedPair(selection, m_data.query, key));
}

/// The next key; of a chain alone, whose stages have none, the next token.
void StepsPanel::moveBy(int steps)
{
    const Selection selection = m_document->shown().tokens.asked;
    if (m_data.key < 0) {
        const Attention sentence = sentencesOfSteps(selection, m_document->shown().tokens.model().config);
        const auto tokens = int(queriesOf(*m_document->shown().tokens.result.trace, sentence).tokens.size());
        const int token = std::clamp(m_data.query + steps, 0, std::max(0, tokens - 1));
        return m_document->setUngroupedSelection(withTokensOf(selection, {token, -1}));
    }
    const int key = m_data.key + steps;
    const auto keys = int(keysOf(*m_document->shown().tokens.result.trace, selection.attention).tokens.size());
    m_document->setUngroupedSelection(
        focusedOnPair(selection, m_data.query, std::clamp(key, 0, std::max(0, keys - 1))));
}

/// Whether the stage in view is the softmax, and the key begins a number.
bool StepsPanel::startsWeight(const QKeyEvent &event) const
{
    const bool isSoftmax = !m_data.steps.empty() && m_data.steps[std::size_t(position())].kind == StepKind::Softmax;
    return isSoftmax && beginsWeight(event);
}

/// Into the cell of the key in view; a pair that is only found by itself is pinned first.
void StepsPanel::typeWeight(const QString &typed)
{
    const Selection selection = m_document->shown().tokens.asked;
    if (m_data.key >= 0 && (selection.query != m_data.query || selection.key != m_data.key))
        m_document->setUngroupedSelection(pinnedPair(selection, m_data.query, m_data.key));
    askForWeight(m_document, m_view->mapToGlobal(m_view->rect().center()), m_view->canvas(), typed);
}

void StepsPanel::keyPressed(QKeyEvent *event)
{
    if (m_data.steps.empty() && !m_showsPlay)
        return;
    const bool ofComponent = event->modifiers().testFlag(Qt::ControlModifier);
    event->accept();
    if (isWeightKey(*event) || startsWeight(*event))
        return typeWeight(isWeightKey(*event) ? QString() : event->text());
    switch (event->key()) {
    case Qt::Key_Left:
        return ofComponent ? walkComponents(m_component - 1) : go(position() - 1);
    case Qt::Key_Right:
        return ofComponent ? walkComponents(std::max(0, m_component) + 1) : go(position() + 1);
    case Qt::Key_Home:
        return go(0);
    case Qt::Key_End:
        return go(int(m_data.steps.size()) - 1);
    case Qt::Key_Up:
        return moveBy(-1);
    case Qt::Key_Down:
        return moveBy(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return pin(m_data.key);
    case Qt::Key_A:
        return m_all->click();
    case Qt::Key_W:
        return m_oneWord->click();
    case Qt::Key_M:
        return m_matrix->click();
    case Qt::Key_C:
        return m_viewMenu->columnsAction()->trigger();
    case Qt::Key_P:
        return m_walk->toggle();
    case Qt::Key_H:
        return m_viewMenu->toggleHand();
    case Qt::Key_Escape:
        return m_document->setUngroupedSelection(cleared(m_document->shown().tokens.asked));
    default:
        event->ignore();
    }
}

} // namespace regard

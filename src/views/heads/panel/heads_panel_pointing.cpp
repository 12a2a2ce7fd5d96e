#include "views/heads/panel/heads_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "engine/analysis/equal_weights.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/token_groups.h"
#include "engine/model/attention_place.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/change_text.h"
#include "views/base/head_sink.h"
#include "views/base/head_switch.h"
#include "views/base/moved_scale.h"
#include "views/base/no_model_text.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"
#include "views/base/value_text.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

/// Whether no query prefers a key. A query that may look at one key alone has nothing to prefer.
bool isEqualInEachRow(const Matrix &weights)
{
    bool isAnyEqual = false;
    for (Eigen::Index query = 0; query < weights.rows(); ++query) {
        const bool isEqual = equalWeights(weights.row(query)) > 0;
        if (!isEqual && (weights.row(query).array() > 0).count() > 1)
            return false;
        isAnyEqual |= isEqual;
    }
    return isAnyEqual;
}

Selection withMean(Selection selection, const HeadPlace &place)
{
    selection.attention = place.attention;
    selection.layer = place.layer;
    selection.part = Part::Attention;
    selection.summary = Summary::Mean;
    return selection;
}

std::optional<HeadStep> stepOf(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return HeadStep::Left;
    case Qt::Key_Right:
        return HeadStep::Right;
    case Qt::Key_Up:
        return HeadStep::Up;
    case Qt::Key_Down:
        return HeadStep::Down;
    case Qt::Key_Home:
        return HeadStep::RowStart;
    case Qt::Key_End:
        return HeadStep::RowEnd;
    case Qt::Key_PageUp:
        return HeadStep::PreviousSection;
    case Qt::Key_PageDown:
        return HeadStep::NextSection;
    default:
        return std::nullopt;
    }
}

HeadRef headOf(const HeadPlace &place)
{
    return {place.attention, place.layer, place.head};
}

/// Returns the entropy of rows that sum to 1, even where tokens are hidden and where they hold what is moved.
double entropyOf(Matrix shown)
{
    divideRows(shown);
    return headEntropy(shown);
}

} // namespace

HeadPlace HeadsPanel::cursor() const
{
    if (m_cursor)
        return *m_cursor;
    HeadPlace place = m_marks.selected;
    if (m_marks.shown == HeadsMarks::Shown::Mean)
        place.head = -1;
    if (exists(place))
        return place;
    // A head that is not in the shown state: the keyboard continues from a head that the map has.
    const Selection &within = m_document->shown().attention.selection;
    return {within.attention, within.layer, within.head};
}

void HeadsPanel::choose(const HeadPlace &place, bool several)
{
    const bool hadCursor = m_cursor.has_value();
    m_cursor.reset();
    Selection selection = m_document->shown().attention.asked;
    selection =
        place.head < 0 ? withMean(std::move(selection), place) : goingTo(std::move(selection), headOf(place), several);
    m_document->setShownSelection(selection);
    // The cursor stays on a head that was removed from the links.
    if (cursor() != place)
        m_cursor = place;
    if (hadCursor || m_cursor)
        refresh();
    scrollTo(place);
}

void HeadsPanel::moveCursor(const HeadPlace &place)
{
    m_cursor.reset();
    if (cursor() != place)
        m_cursor = place;
    refresh();
    scrollTo(place);
}

void HeadsPanel::pointAt(QPointF point, QPointF globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit)
        QToolTip::showText(globalPosition.toPoint(), tip(*hit), m_view->canvas());
    else
        QToolTip::hideText();
}

void HeadsPanel::scrollTo(const HeadPlace &place)
{
    if (shown())
        m_view->scrollTo(shown()->namedRect(place));
}

QString HeadsPanel::placeText(const HeadPlace &place) const
{
    const ShownState state = m_document->shown().attention;
    const ModelConfig &config = state.result.model->config;
    const QString separator = QStringLiteral(" · ");
    QStringList parts{layerTitle(config, place.attention, place.layer)};
    if (place.head < 0) {
        parts.append((movesByValue(*state.trace()) ? tr("%1 heads together") : tr("mean of %1 heads"))
                         .arg(headsOf(config, place.attention)));
        return parts.join(separator);
    }
    const HeadRef head = headOf(place);
    parts.append(tr("head %1").arg(place.head + 1));
    if (state.comparison)
        parts.append(movementText(*state.comparison, head));
    if (const auto found = m_importance.find(head); found != m_importance.end())
        parts.append(tr("%1 %2").arg(m_importanceLabel).arg(found->second, 0, 'g', 3));
    parts.append(interventionText(state.result.model->interventions, head));
    parts.removeAll(QString());
    return parts.join(separator);
}

QString HeadsPanel::tip(const HeadPlace &place)
{
    if (m_tipPlace == place)
        return m_tip;
    m_tipPlace = place;
    m_tip = placeText(place);
    if (place.head >= 0)
        m_tip += weightsText(place);
    return m_tip;
}

QString HeadsPanel::weightsText(const HeadPlace &place) const
{
    const ShownState state = m_document->shown().attention;
    const Result &result = state.result;
    const int block = blockIndex(result.model->config, place.attention, place.layer);
    if (const TraceComparison *comparison = state.difference())
        return changeText(*comparison, place);
    const Matrix &weights = result.trace->blocks.at(std::size_t(block))->heads.at(std::size_t(place.head)).weights;
    Eigen::Index query = 0;
    Eigen::Index key = 0;
    if (weights.size() == 0 || !(weights.maxCoeff(&query, &key) > 0))
        return QLatin1Char('\n') + (!otherNumbersText(*result.trace, state.selection).isEmpty()
                                        ? tr("nothing is left to show of it")
                                        : tr("attends to nothing: every key is masked"));
    const auto token = [](const SideTrace &side, Eigen::Index index) {
        return tokenName(labelsOf(side).at(std::size_t(index)));
    };
    const QString strongest =
        !movesByValue(*result.trace) && isEqualInEachRow(weights)
            ? tr("every query weighs its keys alike")
            : (movesByValue(*result.trace) ? tr("moves most: %1 → %2 %3") : tr("strongest: %1 → %2 %3"))
                  .arg(token(queriesOf(*result.trace, place.attention), query),
                       token(keysOf(*result.trace, place.attention), key), valueText(weights(query, key)));
    return QLatin1Char('\n') + strongest + QLatin1Char('\n') +
           tr("entropy %1 nats").arg(result.trace->grouping ? entropyOf(weights) : headEntropy(weights), 0, 'f', 2) +
           QLatin1Char('\n') + headSinkText(headSink(m_document->shown().tokens, headOf(place)));
}

QString HeadsPanel::changeText(const TraceComparison &comparison, const HeadPlace &place)
{
    const auto block = comparison.differenceBlock({place.attention, place.layer});
    const Matrix &differences = block->heads.at(std::size_t(place.head)).weights;
    Selection within;
    within.attention = place.attention;
    within.layer = place.layer;
    within.head = place.head;
    int query = -1;
    int key = -1;
    float largest = 0;
    for (int row = 0; row < differences.rows(); ++row)
        for (int column = 0; column < differences.cols(); ++column)
            if (const float change = std::abs(differences(row, column)); change > largest) { // false for NaN
                largest = change;
                query = row;
                key = column;
            }
    if (query < 0)
        return {};
    const Trace &now = *comparison.now();
    const float weight = (*shownMatrix(comparison.model(), comparison.now(), within).weights)(query, key);
    return QLatin1Char('\n') + tr("largest change: %1 → %2: %3")
                                   .arg(tokenName(labelsOf(queriesOf(now, place.attention))[std::size_t(query)]),
                                        tokenName(labelsOf(keysOf(now, place.attention))[std::size_t(key)]),
                                        regard::changeText(weightBefore(comparison, within, query, key), weight));
}

void HeadsPanel::askAboutHead(QPointF point, QPoint globalPosition)
{
    if (!shown() || !hasHeads())
        return;
    const auto hit = shown()->hit(point);
    if (hit && hit->head >= 0)
        showMenu(*hit, globalPosition);
    else
        m_menu->popup(globalPosition);
}

bool HeadsPanel::eventFilter(QObject *watched, QEvent *event)
{
    // The keyboard's menu key applies to the head at the cursor, not to the one under the middle.
    const bool isMenu = watched == m_view->canvas() && event->type() == QEvent::ContextMenu &&
                        static_cast<QContextMenuEvent *>(event)->reason() == QContextMenuEvent::Keyboard;
    if (!isMenu || !shown() || !hasHeads())
        return Panel::eventFilter(watched, event);
    showMenu(cursor(), m_view->toGlobal(shown()->placeRect(cursor()).bottomLeft()));
    return true;
}

void HeadsPanel::showMenu(const HeadPlace &place, QPoint globalPosition)
{
    if (place.head < 0) {
        m_menu->popup(globalPosition);
        return;
    }
    if (!m_document->hasModel()) {
        QToolTip::showText(globalPosition, noModelText(PanelId::Ablation), m_view->canvas());
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const HeadRef head = headOf(place);
    const Interventions &interventions = m_document->matrices().model()->interventions;
    const auto found = interventions.heads.find(head);
    const bool isOff = found != interventions.heads.end();
    const auto add = [&](const QString &text, const QString &toolTip, Replacement replacement) {
        QAction *action = menu->addAction(text);
        action->setToolTip(toolTip);
        action->setCheckable(true);
        action->setChecked(isOff && found->second == replacement);
        connect(action, &QAction::triggered, m_document,
                [document = m_document, head, replacement] { replaceHead(document, head, replacement); });
    };
    add(tr("Switch off: &zeros"), tr("Zeros in place of the head's output (O)"), Replacement::Zero);
    add(tr("Switch off: its &mean"), tr("The mean over the sentence in place of the head's output"), Replacement::Mean);
    add(tr("&Uniform attention"), tr("Each word attends alike to every word that it may attend to"),
        Replacement::Uniform);
    menu->addSeparator();
    QAction *on = menu->addAction(tr("Switch &on"));
    on->setToolTip(tr("The head as the model has it (O)"));
    on->setEnabled(isOff);
    connect(on, &QAction::triggered, m_document,
            [document = m_document, head] { replaceHead(document, head, std::nullopt); });
    menu->popup(globalPosition);
}

void HeadsPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || !hasHeads())
        return;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const HeadPlace from = cursor();
    HeadPlace to = from;
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose(from, control);
    } else if (event->key() == Qt::Key_O && event->modifiers() == Qt::NoModifier && from.head >= 0) {
        if (!m_document->hasModel()) {
            event->accept();
            showMenu(from, m_view->toGlobal(shown()->placeRect(from).bottomLeft()));
            return;
        }
        if (!bringIntoView(m_view, shown()->placeRect(from)))
            switchHead(m_document, headOf(from));
    } else if (const auto step = stepOf(event->key())) {
        to = shown()->stepped(from, *step);
        // Moving to a label, or with Ctrl, chooses nothing yet.
        if (to != from && (control || to.head < 0))
            moveCursor(to);
        else if (to != from)
            choose(to, false);
    } else {
        return;
    }
    event->accept();
    const QRectF rect = shown()->placeRect(to);
    QToolTip::showText(m_view->toGlobal(rect.bottomRight()), tip(to), m_view->canvas());
}

} // namespace regard

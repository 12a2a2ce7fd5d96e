#include "views/links/panel/link_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineF>
#include <QToolTip>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "controls/token_menu.h"
#include "controls/weight_field.h"
#include "engine/analysis/equal_weights.h"
#include "views/base/change_text.h"
#include "views/base/moved_scale.h"
#include "views/base/set_attention.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"
#include "views/base/value_text.h"

namespace regard {

namespace {

constexpr int tooltipLines = 8;
constexpr double bandReach = 2.5; // CSS pixels beside a thin link that still hit it

TokenSide tokenSide(LinkHit::Side side)
{
    return side == LinkHit::Side::Query ? TokenSide::Query : TokenSide::Key;
}

/// The pair of the token's row or column with the largest magnitude, −1 where it contains no number.
std::pair<int, int> strongestOf(const Matrix &weights, const LinkHit &hit)
{
    const bool isQuery = hit.side == LinkHit::Side::Query;
    std::pair<int, int> strongest(-1, -1);
    float most = -1;
    for (int other = 0; other < (isQuery ? weights.cols() : weights.rows()); ++other) {
        const std::pair<int, int> pair = isQuery ? std::pair(hit.token, other) : std::pair(other, hit.token);
        const float magnitude = std::abs(weights(pair.first, pair.second));
        if (magnitude > most) { // false for NaN
            most = magnitude;
            strongest = pair;
        }
    }
    return strongest;
}

/// Whether the picture shows a difference, and the other state does not have the token.
bool isNewIn(const LinkData &links, const LinkHit &hit)
{
    const std::vector<bool> &isNew = hit.side == LinkHit::Side::Query ? links.newQueries : links.newKeys;
    return links.isDifference && std::size_t(hit.token) < isNew.size() && isNew[std::size_t(hit.token)];
}

} // namespace

void LinksPanel::pointAt(QPointF point, QPointF globalPosition)
{
    if (!picture())
        return;
    if (const auto hit = tokenAt(point)) {
        pointAtToken(*hit, globalPosition);
        return;
    }
    Selection selection = unfocused(m_document->shown().attention.asked);
    const auto band = bandAt(point);
    if (!band) {
        QToolTip::hideText();
        m_document->setShownSelection(selection);
        return;
    }
    if (band->head >= 0)
        selection.head = band->head;
    m_document->setShownSelection(focusedOnPair(selection, band->query, band->key));
    QToolTip::showText(globalPosition.toPoint(), linkText(band->query, band->key, band->weight, band->head),
                       m_view->canvas());
}

QString LinksPanel::linkText(int query, int key, float weight, int head) const
{
    const ShownState state = m_document->shown().attention;
    Selection within = state.selection;
    const SharedTrace &trace = state.result.trace;
    const QString from = tokenName(labelsOf(queriesOf(*trace, within.attention))[std::size_t(query)]);
    const QString to = tokenName(labelsOf(keysOf(*trace, within.attention))[std::size_t(key)]);
    QString pair;
    if (const TraceComparison *comparison = state.difference()) {
        if (head >= 0)
            within.head = head;
        const float now = (*shownMatrix(*state.result.model, trace, within).weights)(query, key);
        pair = tr("%1 → %2: %3").arg(from, to, changeText(weightBefore(*comparison, within, query, key), now));
    } else {
        pair = (movesByValue(*trace) ? tr("%1 → %2, by value %3") : tr("%1 → %2, weight %3"))
                   .arg(from, to, valueText(weight));
    }
    return pair + QStringLiteral(", ") + headText(head);
}

/// Returns the head's name, or that of the matrix that is shown in place of a head's.
QString LinksPanel::headText(int head) const
{
    const ShownState state = m_document->shown().attention;
    return head >= 0 ? tr("head %1").arg(head + 1)
                     : shownMatrix(*state.result.model, state.result.trace, state.selection).name;
}

void LinksPanel::pointAtToken(const LinkHit &hit, QPointF globalPosition)
{
    const Selection before = m_document->shown().attention.asked;
    const bool isQuery = hit.side == LinkHit::Side::Query;
    const std::vector<int> &opposite = isQuery ? before.pinnedKeys : before.pinnedQueries;
    QString text;
    if (opposite.size() == 1) {
        // Pointing at the column opposite to a pinned word selects that pair.
        const int query = isQuery ? hit.token : opposite.front();
        const int key = isQuery ? opposite.front() : hit.token;
        m_document->setShownSelection(focusedOnPair(before, query, key));
        text = pairText(query, key);
    } else {
        m_document->setShownSelection(focusedOn(before, tokenSide(hit.side), hit.token));
        text = strongestText(hit);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition.toPoint(), text, m_view->canvas());
}

std::optional<LinkHit> LinksPanel::tokenAt(QPointF point) const
{
    const auto hit = picture()->hit(point);
    return hit && hit->token < tokenCount(hit->side) ? hit : std::nullopt;
}

int LinksPanel::tokenCount(LinkHit::Side side) const
{
    const ShownState &state = m_document->shown().attention;
    const Attention attention = state.selection.attention;
    const SideTrace &tokens =
        side == LinkHit::Side::Query ? queriesOf(*state.trace(), attention) : keysOf(*state.trace(), attention);
    return int(tokens.tokens.size());
}

std::optional<LinkFigure::Band> LinksPanel::bandAt(QPointF point) const
{
    const std::optional<LinkFigure::Band> band = picture()->bandAt(point, bandReach);
    const bool isKnown =
        band && band->query < tokenCount(LinkHit::Side::Query) && band->key < tokenCount(LinkHit::Side::Key);
    return isKnown ? band : std::nullopt;
}

QString LinksPanel::pairText(int query, int key) const
{
    const LinkData &links = linkData();
    QStringList lines;
    for (const LinkData::Head &head : links.heads) {
        if (lines.size() == tooltipLines) {
            lines.append(tr("… and %1 more heads").arg(links.heads.size() - tooltipLines));
            break;
        }
        lines.append(linkText(query, key, (*head.weights)(query, key), head.index));
    }
    return lines.join(QLatin1Char('\n'));
}

QString LinksPanel::strongestText(const LinkHit &hit) const
{
    const LinkData &links = linkData();
    if (isNewIn(links, hit))
        return tr("“%1” is new: the pinned sentence does not have it")
            .arg((hit.side == LinkHit::Side::Query ? links.queries : links.keys).at(hit.token));
    QStringList lines;
    for (const LinkData::Head &head : links.heads) {
        if (lines.size() == tooltipLines) {
            lines.append(tr("… and %1 more heads").arg(links.heads.size() - tooltipLines));
            break;
        }
        const auto [query, key] = strongestOf(*head.weights, hit);
        if (query < 0)
            continue;
        const QString link = linkText(query, key, (*head.weights)(query, key), head.index);
        const bool isQuery = hit.side == LinkHit::Side::Query;
        const int equal = links.isDifference || links.numbers.isMoved() ? 0
                          : isQuery                                     ? equalWeights(head.weights->row(hit.token))
                                                                        : equalWeights(head.weights->col(hit.token));
        if (equal > 0) {
            const QString token = (isQuery ? links.queries : links.keys).at(hit.token);
            const QString each = valueText((*head.weights)(query, key));
            lines.append((isQuery ? tr("“%1” weighs %2 keys alike: %3 each, %4")
                                  : tr("%2 queries weigh “%1” alike: %3 each, %4"))
                             .arg(token, QString::number(equal), each, headText(head.index)));
            continue;
        }
        lines.append(links.isDifference ? tr("largest change: %1").arg(link) : tr("strongest: %1").arg(link));
    }
    return lines.join(QLatin1Char('\n'));
}

void LinksPanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (!picture())
        return;
    m_pressedBand = tokenAt(point) ? std::nullopt : bandAt(point);
    const bool several = modifiers.testFlag(Qt::ShiftModifier);
    if (const auto hit = tokenAt(point)) {
        m_cursor = *hit;
        m_hasClicked = true;
        m_document->setShownSelection(
            pinned(m_document->shown().attention.asked, tokenSide(hit->side), hit->token, several));
    } else if (const auto band = bandAt(point)) {
        m_document->setShownSelection(pinnedPair(m_document->shown().attention.asked, band->query, band->key));
    } else if (!several) {
        m_document->setShownSelection(cleared(m_document->shown().attention.asked));
    }
}

/// The end nearer to where the link was taken goes with the pointer, and its weight to the word where it is let go.
void LinksPanel::drag(QPointF from, QPointF to, bool isDone)
{
    if (!picture() || !m_pressedBand)
        return;
    const auto distanceTo = [from](QPointF end) { return QLineF(from, end).length(); };
    m_drag = Drag{*m_pressedBand, distanceTo(m_pressedBand->to) <= distanceTo(m_pressedBand->from), to};
    m_view->canvas()->setCursor(isDone ? Qt::ArrowCursor : Qt::ClosedHandCursor);
    if (isDone)
        drop(to);
    m_view->repaintOverlay();
}

void LinksPanel::drop(QPointF point)
{
    const Drag drag = *std::exchange(m_drag, std::nullopt);
    m_pressedBand.reset();
    const auto hit = tokenAt(point);
    if (!hit || (hit->side == LinkHit::Side::Key) != drag.isKey ||
        hit->token == (drag.isKey ? drag.band.key : drag.band.query))
        return;
    const Shown &shown = m_document->shown();
    const Selection within = shown.attention.asked;
    const int query = drag.isKey ? drag.band.query : hit->token;
    const int key = drag.isKey ? hit->token : drag.band.key;
    const QString problem = moveAttention(
        m_document, {within.attention, within.layer, drag.band.head},
        presentTokens(shown, TokenSide::Query, drag.band.query), presentTokens(shown, TokenSide::Key, drag.band.key),
        presentTokens(shown, TokenSide::Query, query), presentTokens(shown, TokenSide::Key, key));
    if (problem.isEmpty())
        m_document->setShownSelection(focusedOnPair(m_document->shown().attention.asked, query, key));
    else
        QToolTip::showText(m_view->toGlobal(point), problem, m_view->canvas());
}

void LinksPanel::keyPressed(QKeyEvent *event)
{
    if (!picture())
        return;
    const Selection selection = m_document->shown().attention.asked;
    const bool several = event->modifiers().testFlag(Qt::ShiftModifier);
    m_cursor = cursor();
    const bool isToken = m_cursor.token >= 0 && m_cursor.token < tokenCount(m_cursor.side);
    if (isWeightKey(*event)) {
        askForWeight(m_document,
                     m_view->toGlobal(picture()->tokenRect(m_cursor.side, std::max(0, m_cursor.token)).bottomLeft()),
                     m_view->canvas());
        return event->accept();
    }
    switch (event->key()) {
    case Qt::Key_Escape:
        if (cleared(selection) == selection)
            return;
        m_document->setShownSelection(cleared(selection));
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!isToken)
            return;
        m_hasClicked = true;
        m_document->setShownSelection(pinned(selection, tokenSide(m_cursor.side), m_cursor.token, several));
        break;
    case Qt::Key_M:
        if (!isToken)
            return;
        if (!bringIntoView(m_view, picture()->tokenRect(m_cursor.side, m_cursor.token)))
            toggleMask(m_document, tokenSide(m_cursor.side),
                       presentTokens(m_document->shown(), tokenSide(m_cursor.side), m_cursor.token));
        break;
    default:
        if (!moveCursor(event->key()))
            return;
    }
    event->accept();
}

/// The keyboard continues from the mouse's place, and the cursor goes with its word where the sentence changes.
LinkHit LinksPanel::cursor() const
{
    const Selection selection = m_document->shown().attention.asked;
    const bool isKey = selection.query < 0 || (selection.key >= 0 && m_cursor.side == LinkHit::Side::Key);
    const int token = isKey ? selection.key : selection.query;
    return token < 0 ? m_cursor : LinkHit{isKey ? LinkHit::Side::Key : LinkHit::Side::Query, token};
}

bool LinksPanel::moveCursor(int key)
{
    if (tokenCount(LinkHit::Side::Query) == 0 || tokenCount(LinkHit::Side::Key) == 0)
        return false;
    const Selection selection = m_document->shown().attention.asked;
    const bool lies = m_options.horizontal;
    const int last = tokenCount(m_cursor.side) - 1;
    const int token = std::clamp(m_cursor.token, -1, last);
    if (key == (lies ? Qt::Key_Left : Qt::Key_Up))
        m_cursor.token = std::max(0, token - 1);
    else if (key == (lies ? Qt::Key_Right : Qt::Key_Down))
        m_cursor.token = std::min(last, token + 1);
    else if (key == Qt::Key_Home)
        m_cursor.token = 0;
    else if (key == Qt::Key_End)
        m_cursor.token = last;
    else if (key == (lies ? Qt::Key_Up : Qt::Key_Left))
        m_cursor = {LinkHit::Side::Query, std::max(0, token)};
    else if (key == (lies ? Qt::Key_Down : Qt::Key_Right))
        m_cursor = {LinkHit::Side::Key, std::max(0, token)};
    else
        return false;
    m_cursor.token = std::min(m_cursor.token, tokenCount(m_cursor.side) - 1);
    m_document->setShownSelection(focusedOn(selection, tokenSide(m_cursor.side), m_cursor.token));
    m_view->scrollTo(picture()->tokenRect(m_cursor.side, m_cursor.token));
    m_view->canvas()->setAccessibleDescription(strongestText(m_cursor));
    return true;
}

void LinksPanel::askAboutToken(QPointF point, QPoint globalPosition)
{
    if (!picture())
        return;
    auto hit = tokenAt(point);
    if (const LinkHit at = cursor(); !hit && !bandAt(point) && at.token >= 0 && at.token < tokenCount(at.side))
        hit = at; // the keyboard's menu key
    if (hit)
        showTokenMenu(m_document, tokenSide(hit->side),
                      presentTokens(m_document->shown(), tokenSide(hit->side), hit->token), globalPosition, this);
}

} // namespace regard

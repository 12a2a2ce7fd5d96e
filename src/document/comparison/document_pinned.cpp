#include "document/document.h"

#include <utility>

#include "document/sentence/side.h"

namespace regard {

namespace {

int moved(int position, const std::vector<int> &positions)
{
    return position >= 0 && position < static_cast<int>(positions.size())
               ? positions[static_cast<std::size_t>(position)]
               : -1;
}

std::vector<int> moved(const std::vector<int> &pinned, const std::vector<int> &positions)
{
    std::vector<int> remaining;
    for (const int position : pinned)
        if (const int other = moved(position, positions); other >= 0)
            remaining.push_back(other);
    return remaining;
}

/// The selection in the tokens of the other state.
Selection translated(Selection selection, const TraceComparison &comparison, bool toPinned)
{
    const TokenAlignment &queries = comparison.queries(selection.attention);
    const TokenAlignment &keys = comparison.keys(selection.attention);
    const std::vector<int> &queriesThere = toPinned ? queries.before : queries.after;
    const std::vector<int> &keysThere = toPinned ? keys.before : keys.after;
    selection.query = moved(selection.query, queriesThere);
    selection.key = moved(selection.key, keysThere);
    selection.pinnedQueries = moved(selection.pinnedQueries, queriesThere);
    selection.pinnedKeys = moved(selection.pinnedKeys, keysThere);
    return selection;
}

void takeTokens(Selection &into, const Selection &from)
{
    into.query = from.query;
    into.key = from.key;
    into.pinnedQueries = from.pinnedQueries;
    into.pinnedKeys = from.pinnedKeys;
}

} // namespace

void Document::pin()
{
    if (!m_result.trace)
        return;
    setPinned(std::make_shared<const PinnedState>(
        PinnedState{m_result, m_resultSource, m_resultTarget, tr("pinned", "state")}));
}

void Document::pin(std::shared_ptr<const PinnedState> state)
{
    setPinned(std::move(state));
}

void Document::unpin()
{
    setPinned(nullptr);
}

void Document::setPinned(std::shared_ptr<const PinnedState> state)
{
    if (state == m_pinned)
        return;
    m_pinned = std::move(state);
    m_traceComparison.reset();
    m_shownComparison.reset();
    m_groupedPinned = {};
    m_pinnedSelection.reset();
    if (!m_pinned) {
        m_comparison = Compared::Now;
        m_flipped = false;
    }
    m_matrices.setPinned(m_pinned ? m_pinned->result.model : nullptr);
    emit pinnedChanged();
    emit shownChanged();
}

void Document::setComparison(Compared comparison)
{
    if (!m_pinned || comparison == m_comparison)
        return;
    m_comparison = comparison;
    emit shownChanged();
}

void Document::setFlipped(bool flipped)
{
    if (!m_pinned || flipped == m_flipped)
        return;
    m_flipped = flipped;
    emit shownChanged();
}

Compared Document::compared() const
{
    if (!m_flipped)
        return m_comparison;
    return m_comparison == Compared::Pinned ? Compared::Now : Compared::Pinned;
}

std::shared_ptr<const TraceComparison> Document::traceComparison() const
{
    if (!m_pinned || !m_result.trace)
        return nullptr;
    if (!m_traceComparison || m_traceComparison->now() != m_result.trace)
        m_traceComparison = std::make_shared<const TraceComparison>(m_result.model, m_result.trace,
                                                                    m_pinned->result.model, m_pinned->result.trace);
    return m_traceComparison;
}

const Result &Document::ungroupedResult() const
{
    return compared() == Compared::Pinned ? m_pinned->result : m_result;
}

Selection Document::ungroupedSelection() const
{
    const auto comparison = compared() == Compared::Pinned ? traceComparison() : nullptr;
    if (!comparison)
        return m_selection;
    Selection shown = m_selection;
    takeTokens(shown, m_pinnedSelection ? *m_pinnedSelection : translated(m_selection, *comparison, true));
    return shown;
}

void Document::setUngroupedSelection(Selection selection)
{
    const auto comparison = compared() == Compared::Pinned ? traceComparison() : nullptr;
    // Positions in one sentence say nothing about another: setSelection() sees to that.
    if (!comparison || selection.attention != m_selection.attention) {
        setSelection(std::move(selection));
        return;
    }
    const Selection before = m_selection;
    const Selection shownBefore = ungroupedSelection();
    // Whoever listens reads what is shown: the words that are gone from the present sentence must be there by then.
    m_selection =
        clampedSelection(translated(selection, *comparison, false), model()->config, m_sentences.tokenCounts());
    m_pinnedSelection = std::move(selection);
    if (m_selection != before || ungroupedSelection() != shownBefore)
        emit selectionChanged();
}

} // namespace regard

#include "document/document.h"

#include <utility>

namespace regard {

void Document::pin()
{
    if (!m_result.trace)
        return;
    setPinned(std::make_shared<const PinnedState>(
        PinnedState{m_result, *m_resultSource, *m_resultTarget, tr("pinned", "state")}));
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
    m_pinnedSelection.reset();
    if (!m_pinned) {
        m_comparison = Compared::Now;
        m_flipped = false;
    }
    m_matrices.setPinned(m_pinned ? m_pinned->result.model : nullptr);
    emit pinnedChanged();
    emit comparedChanged();
    tellShown();
}

void Document::setComparison(Compared comparison)
{
    if (!m_pinned || comparison == m_comparison)
        return;
    m_comparison = comparison;
    emit comparedChanged();
    tellShown();
}

void Document::setFlipped(bool flipped)
{
    if (!m_pinned || flipped == m_flipped)
        return;
    m_flipped = flipped;
    emit comparedChanged();
    tellShown();
}

Compared Document::compared() const
{
    if (!m_flipped)
        return m_comparison;
    return m_comparison == Compared::Pinned ? Compared::Now : Compared::Pinned;
}

void Document::setUngroupedSelection(Selection selection)
{
    const ShownState shownBefore = shown().tokens;
    // Positions in one sentence say nothing about another: setSelection() sees to that.
    if (shownBefore.compared != Compared::Pinned || !shownBefore.comparison ||
        selection.attention != m_selection.attention) {
        setSelection(std::move(selection));
        return;
    }
    const Selection before = m_selection;
    // Whoever listens reads what is shown: the words that are gone from the present sentence must be there by then.
    m_selection =
        clampedSelection(selectionNow(selection, *shownBefore.comparison), model()->config, m_sentences.tokenCounts());
    m_pinnedSelection = std::move(selection);
    if (m_selection != before || shown().tokens.asked != shownBefore.asked)
        emit selectionChanged();
    tellShown();
}

} // namespace regard

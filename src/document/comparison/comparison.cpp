#include "document/comparison/comparison.h"

#include <utility>

namespace regard {

void Comparison::pin()
{
    if (auto state = m_subject->present(tr("pinned", "state")))
        pin(std::move(state));
}

void Comparison::pin(std::shared_ptr<const PinnedState> state)
{
    if (state == m_state.pinned)
        return;
    m_state.pinned = std::move(state);
    if (!m_state.pinned)
        m_state = {};
    m_subject->pinnedChanges();
    emit pinnedChanged();
    tell();
}

void Comparison::choose(Compared compared)
{
    if (!m_state.pinned || compared == m_state.chosen)
        return;
    m_state.chosen = compared;
    tell();
}

void Comparison::setFlipped(bool flipped)
{
    if (!m_state.pinned || flipped == m_state.isFlipped)
        return;
    m_state.isFlipped = flipped;
    tell();
}

Compared Comparison::compared() const
{
    if (!m_state.isFlipped)
        return m_state.chosen;
    return m_state.chosen == Compared::Pinned ? Compared::Now : Compared::Pinned;
}

void Comparison::tell()
{
    emit comparedChanged();
    m_subject->comparedChanges();
}

} // namespace regard

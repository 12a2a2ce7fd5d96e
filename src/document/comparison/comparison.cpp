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
    announce();
}

void Comparison::choose(Compared compared)
{
    if (!m_state.pinned || compared == m_state.chosen)
        return;
    m_state.chosen = compared;
    announce();
}

void Comparison::setFlipped(bool flipped)
{
    if (!m_state.pinned || flipped == m_state.isFlipped)
        return;
    m_state.isFlipped = flipped;
    announce();
}

Compared Comparison::compared() const
{
    if (!m_state.isFlipped)
        return m_state.chosen;
    return m_state.chosen == Compared::Pinned ? Compared::Now : Compared::Pinned;
}

void Comparison::announce()
{
    emit comparedChanged();
    m_subject->comparedChanges();
}

} // namespace regard

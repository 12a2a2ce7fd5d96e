#include "document/document.h"

#include <algorithm>
#include <utility>

#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"

namespace regard {

void Document::setTokenView(const TokenView &view)
{
    if (view == m_tokenView)
        return;
    m_tokenView = view;
    if (!view.words && !view.hidesSpecial)
        m_groupedNow = m_groupedPinned = {};
    emit tokenViewChanged();
    emit shownChanged();
    if (view.hidesSpecial && compared() == Compared::Pinned)
        setUngroupedSelection(visible(ungroupedSelection(), Compared::Pinned));
    adoptSelection(visible(m_selection, Compared::Now));
}

/// With nothing in focus that the token view hides, in the tokens of a state.
Selection Document::visible(Selection selection, Compared state) const
{
    if (!m_tokenView.hidesSpecial)
        return selection;
    const auto hidden = [&](Side side) {
        return hiddenTokens(state == Compared::Pinned ? m_pinned->tokens(side) : m_sentences.tokens(side), m_tokenView);
    };
    const ModelConfig &config = state == Compared::Pinned ? m_pinned->result.model->config : model()->config;
    const Attention attention = selection.attention;
    return visibleSelection(std::move(selection), hidden(queriesSide(config, attention)),
                            hidden(keysSide(config, attention)));
}

void Document::keepResultTokens()
{
    m_resultSource = m_sentences.tokens(Side::Source);
    m_resultTarget = m_sentences.tokens(Side::Target);
    m_groupedNow = {m_groupedNow.of, {}, m_groupedNow.result, {}, {}}; // made anew, of what is left of it
}

const Tokens &Document::ungroupedTokens(Compared state, Side side) const
{
    if (state == Compared::Pinned)
        return m_pinned->tokens(side);
    return side == Side::Source ? m_resultSource : m_resultTarget;
}

/// Null where tokens are shown as they are, without a look at any of them.
const Document::Grouped *Document::grouped(Compared state) const
{
    const Result &result = state == Compared::Pinned ? m_pinned->result : m_result;
    if (!result.trace || (!m_tokenView.words && !m_tokenView.hidesSpecial))
        return nullptr;
    Grouped &kept = state == Compared::Pinned ? m_groupedPinned : m_groupedNow;
    TokenView view = m_tokenView;
    view.pairs = PairFilter::All; // takes no part in what is made
    if (kept.of != result.trace || kept.view != view) {
        const Tokens &source = ungroupedTokens(state, Side::Source);
        const Tokens &target = ungroupedTokens(state, Side::Target);
        const Grouped &other = state == Compared::Pinned ? m_groupedNow : m_groupedPinned;
        const SharedTrace previous = kept.result.trace ? kept.result.trace : other.result.trace;
        kept.of = result.trace;
        kept.view = view;
        kept.result = {result.model, shownTrace(result.trace, source, target, view, previous)};
        const Grouping *grouping = kept.result.trace->grouping.get();
        kept.source = grouping ? regard::groupedTokens(source, grouping->source) : source;
        kept.target =
            grouping && !grouping->target.groups.empty() ? regard::groupedTokens(target, grouping->target) : target;
    }
    return kept.result.trace->grouping ? &kept : nullptr;
}

const Grouping *Document::shownGrouping() const
{
    const Grouped *shown = grouped(compared() == Compared::Pinned ? Compared::Pinned : Compared::Now);
    return shown ? shown->result.trace->grouping.get() : nullptr;
}

const Result &Document::groupedResult(Compared state) const
{
    if (const Grouped *shown = grouped(state))
        return shown->result;
    return state == Compared::Pinned ? m_pinned->result : m_result;
}

const Tokens &Document::groupedTokens(Compared state, Side side) const
{
    if (const Grouped *shown = grouped(state))
        return side == Side::Source ? shown->source : shown->target;
    return ungroupedTokens(state, side);
}

const Result &Document::shownResult() const
{
    return groupedResult(compared() == Compared::Pinned ? Compared::Pinned : Compared::Now);
}

const Tokens &Document::shownTokens(Side side) const
{
    return groupedTokens(compared() == Compared::Pinned ? Compared::Pinned : Compared::Now, side);
}

Selection Document::shownSelection() const
{
    const Grouping *grouping = shownGrouping();
    return grouping ? groupedSelection(ungroupedSelection(), *grouping) : ungroupedSelection();
}

void Document::setShownSelection(Selection selection)
{
    const Grouping *grouping = shownGrouping();
    setUngroupedSelection(grouping ? regard::ungroupedSelection(std::move(selection), ungroupedSelection(), *grouping)
                                   : std::move(selection));
}

std::shared_ptr<const TraceComparison> Document::shownComparison() const
{
    if (!m_pinned || !m_result.trace)
        return nullptr;
    const Result &now = groupedResult(Compared::Now);
    const Result &before = groupedResult(Compared::Pinned);
    if (now.trace == m_result.trace && before.trace == m_pinned->result.trace)
        return traceComparison();
    if (!m_shownComparison || m_shownComparison->now() != now.trace || m_shownComparison->before() != before.trace)
        m_shownComparison = std::make_shared<const TraceComparison>(now.model, now.trace, before.model, before.trace);
    return m_shownComparison;
}

} // namespace regard

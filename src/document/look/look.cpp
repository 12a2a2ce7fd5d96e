#include "document/look/look.h"

#include <utility>

#include "document/look/grouped_selection.h"
#include "document/look/selection_rules.h"
#include "document/sentence/token_grouping.h"

namespace regard {

void Look::setSelection(Selection selection)
{
    const ModelConfig &config = m_subject->config();
    const Attention before = m_state.selection.attention;
    // Positions in one sentence say nothing about another.
    if (queriesSide(config, before) != queriesSide(config, selection.attention)) {
        selection.query = -1;
        selection.pinnedQueries.clear();
    }
    if (keysSide(config, before) != keysSide(config, selection.attention)) {
        selection.key = -1;
        selection.pinnedKeys.clear();
    }
    // All heads of one attention become all of another, which may have more.
    const int heads = headsOf(config, before);
    if (selection.attention != before && selection.heads == m_state.selection.heads && heads > 1 &&
        int(selection.heads.size()) == heads)
        selection.heads = allHeads(config, selection.attention);
    adopt(clampedSelection(std::move(selection), config, tokenCounts()));
}

void Look::adopt(Selection selection)
{
    if (selection == m_state.selection)
        return;
    m_state.selection = std::move(selection);
    m_state.pinnedSelection.reset();
    emit selectionChanged();
    m_subject->selectionChanges();
}

void Look::setPinnedSelection(Selection pinned, const Selection &before, Selection present)
{
    present = clampedSelection(std::move(present), m_subject->config(), tokenCounts());
    const bool isOther = present != m_state.selection || pinned != before;
    // Listeners read what is shown: by then they must find the words that are gone from the present sentence.
    m_state.selection = std::move(present);
    m_state.pinnedSelection = std::move(pinned);
    if (isOther)
        emit selectionChanged();
    m_subject->selectionChanges();
}

void Look::setStepView(const StepView &view)
{
    if (view == m_state.steps)
        return;
    m_state.steps = view;
    emit stepViewChanged();
}

void Look::setColorScale(ColorScale scale)
{
    if (scale == m_state.scale)
        return;
    m_state.scale = scale;
    emit colorScaleChanged();
}

void Look::setTokenView(const TokenView &view)
{
    if (view == m_state.tokens)
        return;
    m_state.tokens = view;
    m_subject->tokenViewChanges([this] { emit tokenViewChanged(); });
}

void Look::dropHidden()
{
    adopt(visible(m_state.selection));
}

Selection Look::visible(Selection selection, const ModelConfig &config, const Tokens &source,
                        const Tokens &target) const
{
    if (!m_state.tokens.hidesSpecial)
        return selection;
    const auto hidden = [&](Side side) { return hiddenTokens(side == Side::Source ? source : target, m_state.tokens); };
    const Attention attention = selection.attention;
    return visibleSelection(std::move(selection), hidden(queriesSide(config, attention)),
                            hidden(keysSide(config, attention)));
}

Selection Look::visible(Selection selection) const
{
    return visible(std::move(selection), m_subject->config(), m_subject->presentTokens(Side::Source),
                   m_subject->presentTokens(Side::Target));
}

void Look::setCell(const CellRef &cell)
{
    const CellRef shown = existing(cell);
    if (shown == m_state.cell)
        return;
    m_state.cell = shown;
    emit cellChanged();
}

CellRef Look::existing(const CellRef &cell) const
{
    return m_subject->hasCell(cell) ? cell : CellRef();
}

void Look::setPointed(const Highlight &highlight)
{
    setHighlight(m_pointed, highlight);
}

void Look::setMarked(const Highlight &highlight)
{
    setHighlight(m_marked, highlight);
}

void Look::setHighlight(Highlight &of, const Highlight &highlight)
{
    const Highlight before = this->highlight();
    of = highlight;
    if (this->highlight() != before)
        emit highlightChanged();
}

void Look::read(const StoredView &view)
{
    m_state = {};
    m_state.tokens = view.tokens;
    m_state.steps = view.steps;
    m_state.scale = view.scale;
    Selection &selection = m_state.selection;
    selection = visible(selectionOf(view, m_subject->config(), tokenCounts()));
    // The focus that the file stores stays until the user clicks, wherever the mouse moves.
    if (selection.query >= 0)
        selection.pinnedQueries = {selection.query};
    if (selection.key >= 0)
        selection.pinnedKeys = {selection.key};
    m_state.cell = existing(view.cell);
}

StoredView Look::stored() const
{
    StoredView view = storedView(m_state.selection, m_subject->config());
    view.steps = m_state.steps;
    view.scale = m_state.scale;
    view.tokens = m_state.tokens;
    view.cell = m_state.cell;
    return view;
}

void Look::followSentences(const std::vector<Sentences::Reading> &readings)
{
    adopt(visible(clampedSelection(followed(readings), m_subject->config(), tokenCounts())));
    setCell(m_state.cell);
}

void Look::followModel(const ModelConfig &before, const std::vector<Sentences::Reading> &readings)
{
    adopt(carriedOver(followed(readings), before, m_subject->config(), tokenCounts()));
    setCell(m_state.cell);
}

Selection Look::followed(const std::vector<Sentences::Reading> &readings)
{
    const ModelConfig &config = m_subject->config();
    Selection selection = m_state.selection;
    for (const auto &[side, before] : readings) {
        const FollowedTokens::Change change{queriesSide(config, selection.attention) == side,
                                            keysSide(config, selection.attention) == side};
        selection = m_state.followed.after(std::move(selection), change, before, m_subject->presentTokens(side));
    }
    return selection;
}

TokenCounts Look::tokenCounts() const
{
    return {int(m_subject->presentTokens(Side::Source).tokens.size()),
            int(m_subject->presentTokens(Side::Target).tokens.size())};
}

} // namespace regard

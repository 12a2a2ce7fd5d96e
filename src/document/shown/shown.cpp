#include "document/shown/shown.h"

#include <utility>
#include <vector>

#include "document/look/grouped_selection.h"
#include "document/look/selection_rules.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"

namespace regard {

namespace {

int moved(int position, const std::vector<int> &positions)
{
    return position >= 0 && position < int(positions.size()) ? positions[std::size_t(position)] : -1;
}

std::vector<int> moved(const std::vector<int> &pinned, const std::vector<int> &positions)
{
    std::vector<int> remaining;
    for (const int position : pinned)
        if (const int other = moved(position, positions); other >= 0)
            remaining.push_back(other);
    return remaining;
}

Selection moved(Selection selection, const std::vector<int> &queries, const std::vector<int> &keys)
{
    selection.query = moved(selection.query, queries);
    selection.key = moved(selection.key, keys);
    selection.pinnedQueries = moved(selection.pinnedQueries, queries);
    selection.pinnedKeys = moved(selection.pinnedKeys, keys);
    return selection;
}

/// The self-attention of the stack of the selection's chain: it reads the same sentence.
Attention sentenceOfChain(const Selection &selection)
{
    return selection.chain.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

/// A state as the view shows it: itself, without any look at its tokens, where they are shown as they are.
ReadResult viewed(const ReadResult &state, const TokenView &view, bool groupsAlways, const SharedTrace &previous)
{
    if (!state.result.trace || !view.changesWeights())
        return state;
    const SharedTrace shown =
        shownTrace(state.result.trace, state.result.model, *state.source, *state.target, view, previous, groupsAlways);
    const Grouping *grouping = shown->grouping.get();
    if (!grouping)
        return state;
    ReadResult groups{{state.result.model, shown},
                      std::make_shared<const Tokens>(groupedTokens(*state.source, grouping->source)),
                      state.target};
    if (!grouping->target.groups.empty())
        groups.target = std::make_shared<const Tokens>(groupedTokens(*state.target, grouping->target));
    return groups;
}

ReadResult readOf(const std::shared_ptr<const PinnedState> &pinned)
{
    if (!pinned)
        return {};
    return {pinned->result, {pinned, &pinned->source}, {pinned, &pinned->target}};
}

bool isImported(const Result &result)
{
    return result.trace && result.trace->isImported;
}

/// How tokens and weights are shown, whichever pairs of them are. What a file holds has no values, and what is compared
/// with it is compared by weights.
TokenView groupingView(const ShownInput &input)
{
    TokenView view = input.view;
    view.pairs = PairFilter::All;
    view.byValue = view.byValue && !isImported(input.now.result) && !(input.pinned && isImported(input.pinned->result));
    return view;
}

std::shared_ptr<const TraceComparison> compared(const Result &now, const Result &before,
                                                const std::shared_ptr<const TraceComparison> &previous)
{
    if (!now.trace || !before.trace)
        return nullptr;
    if (previous && previous->now() == now.trace && previous->before() == before.trace)
        return previous;
    return std::make_shared<const TraceComparison>(now.model, now.trace, before.model, before.trace);
}

/// The trace where it is between groups, else null.
SharedTrace grouped(const ReadResult &state)
{
    return state.result.trace && state.result.trace->grouping ? state.result.trace : nullptr;
}

/// Returns the state without a selection.
ShownState stateOf(const ShownInput &input, const ReadResult &state,
                   const std::shared_ptr<const TraceComparison> &comparison)
{
    const QString pinnedName = input.pinned ? input.pinned->name : QString();
    return {state, {}, {}, input.compared, comparison, pinnedName, input.view};
}

/// The tokens selected in the state that is shown.
Selection selectionIn(const ShownInput &input, const TraceComparison *comparison)
{
    if (input.compared != Compared::Pinned || !comparison)
        return input.selection;
    const Selection there =
        input.pinnedSelection ? *input.pinnedSelection : selectionBefore(input.selection, *comparison);
    Selection selection = input.selection;
    selection.query = there.query;
    selection.key = there.key;
    selection.pinnedQueries = there.pinnedQueries;
    selection.pinnedKeys = there.pinnedKeys;
    selection.state = there.state;
    return selection;
}

} // namespace

Selection existingSelection(const Selection &asked, const Result &result)
{
    if (!result.trace)
        return asked;
    const Trace &trace = *result.trace;
    Selection selection = clampedSelection(asked, result.model->config,
                                           {int(trace.source.tokens.size()), int(trace.target.tokens.size())});
    if (trace.grouping && trace.grouping->hasWeightsAlone())
        selection.stage = Stage::Weights;
    if (trace.isImported && !hasStage(result, selection, selection.stage))
        selection.stage = Stage::Weights;
    return selection;
}

bool hasStage(const Result &result, const Selection &within, Stage stage)
{
    if (stage == Stage::Weights || !result.trace || !result.trace->isImported)
        return true;
    const Trace &trace = result.trace->grouping ? *result.trace->grouping->tokens : *result.trace;
    const int block = blockIndex(result.model->config, within.attention, within.layer);
    if (block < 0 || block >= int(trace.blocks.size()))
        return false;
    const HeadSource *heads = trace.blocks[std::size_t(block)]->heads.source();
    return heads && (stage == Stage::Scores   ? heads->hasScores()
                     : stage == Stage::Scaled ? heads->hasScaled()
                                              : heads->hasMasked());
}

bool ShownInput::showsSame(const ShownInput &other) const
{
    return now == other.now && pinned == other.pinned && compared == other.compared && view == other.view &&
           groupsNow == other.groupsNow && groupsPinned == other.groupsPinned;
}

bool ShownInput::differsInStageAlone(const ShownInput &other) const
{
    if (*this == other)
        return false;
    ShownInput same = *this;
    same.selection.stage = other.selection.stage;
    if (same.pinnedSelection && other.pinnedSelection)
        same.pinnedSelection->stage = other.pinnedSelection->stage;
    return same == other;
}

bool ShownState::hasResult() const
{
    return result.model && result.trace && !result.trace->blocks.empty();
}

bool ShownState::isComputed() const
{
    return hasModel() && !(difference() && difference()->before()->isImported);
}

const TraceComparison *ShownState::difference() const
{
    return compared == Compared::Difference ? comparison.get() : nullptr;
}

ShownState ShownState::with(Selection wanted) const
{
    ShownState other = *this;
    other.selection = existingSelection(wanted, result);
    other.asked = std::move(wanted);
    return other;
}

Shown Shown::as(Compared compared) const
{
    if (compared == input.compared)
        return *this;
    ShownInput other = input;
    other.compared = compared;
    return shownOf(std::move(other), this);
}

Shown shownOf(ShownInput input, const Shown *previous)
{
    Shown shown;
    const ReadResult pinned = readOf(input.pinned);
    const TokenView view = groupingView(input);
    const bool isAsBefore = previous && groupingView(previous->input) == view;
    const SharedTrace nowBefore = previous ? grouped(previous->now) : nullptr;
    const SharedTrace pinnedBefore = previous ? grouped(previous->pinned) : nullptr;
    shown.now = isAsBefore && previous->input.now == input.now
                    ? previous->now
                    : viewed(input.now, view, input.groupsNow, nowBefore ? nowBefore : pinnedBefore);
    shown.pinned = isAsBefore && previous->input.pinned == input.pinned
                       ? previous->pinned
                       : viewed(pinned, view, input.groupsPinned, pinnedBefore ? pinnedBefore : grouped(shown.now));
    const bool isGrouped = grouped(shown.now) || grouped(shown.pinned);
    const auto tokens = compared(input.now.result, pinned.result, previous ? previous->tokens.comparison : nullptr);
    const auto attention =
        isGrouped ? compared(shown.now.result, shown.pinned.result, previous ? previous->attention.comparison : nullptr)
                  : tokens;
    const Selection asked = selectionIn(input, tokens.get());
    const bool showsPinned = input.compared == Compared::Pinned && input.pinned;
    shown.tokens = stateOf(input, showsPinned ? pinned : input.now, tokens).with(asked);
    shown.attention = stateOf(input, showsPinned ? shown.pinned : shown.now, attention);
    const SharedTrace groups = grouped(shown.attention);
    shown.attention = shown.attention.with(groups ? groupedSelection(asked, *groups->grouping) : asked);
    shown.input = std::move(input);
    return shown;
}

Selection selectionBefore(Selection now, const TraceComparison &comparison)
{
    const Attention attention = now.attention;
    now.state = moved(now.state, comparison.queries(sentenceOfChain(now)).before);
    return moved(std::move(now), comparison.queries(attention).before, comparison.keys(attention).before);
}

Selection selectionNow(Selection before, const TraceComparison &comparison)
{
    const Attention attention = before.attention;
    before.state = moved(before.state, comparison.queries(sentenceOfChain(before)).after);
    return moved(std::move(before), comparison.queries(attention).after, comparison.keys(attention).after);
}

} // namespace regard

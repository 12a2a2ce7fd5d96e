#pragma once

#include <memory>
#include <optional>

#include <QString>

#include "document/comparison/pinned_state.h"
#include "document/look/selection.h"
#include "document/sentence/side.h"
#include "engine/analysis/trace_comparison.h"
#include "io/project/stored_view.h"
#include "text/tokenizer.h"

namespace regard {

/// A result and the tokens of both sentences as its trace has them: pieces, or groups of them.
struct ReadResult {
    Result result;
    std::shared_ptr<const Tokens> source; ///< never null, nor the target
    std::shared_ptr<const Tokens> target;

    const Tokens &tokens(Side side) const { return side == Side::Source ? *source : *target; }
    bool operator==(const ReadResult &) const = default; ///< the very same ones
};

/// What a picture is made from: one state, or the difference of two, and its selection. Immutable once shownOf() has
/// made it.
struct ShownState : ReadResult { // of a difference the present one
    Selection selection;         ///< with attention, layer, heads, tokens, pins and stage that the result has
    Selection asked;             ///< what was asked for, which it may not have
    Compared compared = Compared::Now;
    std::shared_ptr<const TraceComparison> comparison; ///< null where nothing is pinned or there is no result yet
    QString pinnedName;                                ///< empty where nothing is pinned
    TokenView view;                                    ///< how its tokens are looked at

    const Model &model() const { return *result.model; }
    const SharedTrace &trace() const { return result.trace; }
    /// Whether there is a trace with attention in it.
    bool hasResult() const;
    /// Whether there are weights that more could be computed with: not where the attention is a file's.
    bool hasModel() const { return !result.trace || !result.trace->isImported; }
    /// hasModel() of every state that is shown: of a difference of both.
    bool isComputed() const;
    /// The comparison where the difference is shown, else null.
    const TraceComparison *difference() const;
    /// Returns this state with another selection in its tokens.
    ShownState with(Selection wanted) const;
};

/// What there is to show, and how. Equal where everything shown is the very same.
struct ShownInput {
    ReadResult now;
    std::shared_ptr<const PinnedState> pinned{}; ///< null: nothing is pinned
    Compared compared = Compared::Now;
    TokenView view{};
    Selection selection{}; ///< in the tokens of now
    /// The selection in the tokens of the pinned state; nothing: the part of `selection` that exists there.
    std::optional<Selection> pinnedSelection{};
    /// A state is then one of groups even where each is a single token: files about words have one shape.
    bool groupsNow = false;
    bool groupsPinned = false;

    bool operator==(const ShownInput &) const = default;
    /// Whether all but the selection is the very same.
    bool showsSame(const ShownInput &other) const;
    /// Whether only the stage of a head's weights differs.
    bool differsInStageAlone(const ShownInput &other) const;
};

/// What all views show at one moment.
struct Shown {
    ShownInput input;
    ReadResult now; ///< both states as the token view shows them, whichever is shown
    ReadResult pinned;
    ShownState attention; ///< what pictures of attention show: groups where the view merges or hides tokens
    ShownState tokens;    ///< the same token by token, for what has no groups: steps, cells, vectors

    /// Returns what is shown where another state, or the difference, is.
    Shown as(Compared compared) const;
};

/// A selection with everything dropped or moved that a result does not have: attention, layer, heads, tokens, pins and
/// stage.
Selection existingSelection(const Selection &asked, const Result &result);

/// Whether the heads in view have that matrix: computed ones have all, those of a file what stands in it.
bool hasStage(const Result &result, const Selection &within, Stage stage);

/// Makes all of it. Parts of `previous` of the same states are reused: groups and comparisons are made once.
Shown shownOf(ShownInput input, const Shown *previous = nullptr);

/// A selection in the present tokens as one in the tokens before, and the inverse; tokens that are new there are
/// neither in focus nor pinned.
Selection selectionBefore(Selection now, const TraceComparison &comparison);
Selection selectionNow(Selection before, const TraceComparison &comparison);

} // namespace regard

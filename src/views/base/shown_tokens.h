#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "document/look/highlight.h"
#include "document/look/selection.h"
#include "document/shown/shown.h"
#include "draw/pair_parts.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/trace.h"
#include "views/base/pair_in_focus.h"
#include "views/base/token_focus.h"

namespace regard {

// How the views show tokens, for both window and command line.

/// Which attention of a pair a picture shows; of a sentence that is no pair nothing.
PairParts pairParts(const ShownState &state);

/// The tokens that the token view hides elsewhere, for pictures without groups where a pair of tokens is chosen.
HiddenTokens hiddenTokens(const ReadResult &tokens, Attention attention, const TokenView &view);
HiddenTokens hiddenTokens(const ShownState &tokens); ///< in the attention that is selected

/// The positions in the present sentence of a token or group that is shown; none where that sentence does not have it.
std::vector<int> presentTokens(const Shown &shown, TokenSide side, int token);

/// What is highlighted, in the tokens or groups of pictures of attention.
std::vector<PairRef> shownPairs(const Shown &shown, const Highlight &highlight);

/// What keys that no group holds took of the heads in view, the mean over the queries that groups hold; of a rollout
/// its share, of other summaries the mean of all heads. What the rule's sink takes counts as hidden, and by value what
/// is moved. `tokens` is a trace of tokens, the selection one of it. Nothing where no head is on, and of a rollout by
/// value.
std::optional<double> hiddenShare(const SharedTrace &tokens, const TokenGroups &source, const TokenGroups &target,
                                  const Selection &selection, const GroupingRule &rule = {});

/// What is moved, as a formula: "‖α v W_O‖".
QString movedName(const Model &model);

/// "63 %", "less than 1 %".
QString shareText(double share);

/// What a picture of a trace of groups says of that: "by value, ‖α v W_O‖ · words · special tokens hidden: 63 % ·
/// renormalised", "without the sink: 81 %"; a share is that of the heads in view. `isDifference`: of two states,
/// without a share. Empty where tokens are shown as they are.
QString groupingText(const Trace &trace, const Selection &within, bool isDifference);

/// The title with what there is to say after it.
QString titledWith(const QString &title, const QString &more);

} // namespace regard

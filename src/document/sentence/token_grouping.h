#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/trace.h"
#include "io/project/stored_view.h"
#include "text/tokenizer.h"

namespace regard {

/// What a token view can do with tokens, beside showing them as they are.
bool hasSpecialTokens(const Tokens &tokens); ///< that it would hide
bool isPair(const Tokens &tokens);           ///< some belong to a second sentence

/// Which tokens a view hides: special ones, but for a mask token, which stands for a word; none where nothing would
/// remain.
std::vector<bool> hiddenTokens(const Tokens &tokens, const TokenView &view);

/// The groups that a view makes of tokens: pieces of one word together, their label the word as it was typed; hidden
/// ones left out.
TokenGroups tokenGroups(const Tokens &tokens, const TokenView &view);

/// The groups as tokens: each from where its first begins to where its last ends, `text` as files spell it.
Tokens groupedTokens(const Tokens &tokens, const TokenGroups &groups);

/// What the views show of a trace: attention between groups, or the trace itself where every token stands by itself,
/// and where the tokens are not the trace's. `previous` is what was shown before, to take over what did not change.
SharedTrace shownTrace(const SharedTrace &trace, const Tokens &source, const Tokens &target, const TokenView &view,
                       const SharedTrace &previous = nullptr);

/// A selection of tokens in the groups that they are in; what is hidden is not in it. Without scores to show, which
/// merged tokens have none of, the stage is the weights.
Selection groupedSelection(Selection tokens, const Grouping &grouping);

/// A selection of tokens that has the nearest token that is shown in place of a hidden one. `queries` and `keys` say
/// what is hidden.
Selection visibleSelection(Selection selection, const std::vector<bool> &queries, const std::vector<bool> &keys);

/// And back: a group stands for its first token, but what `shown` has in common with what was shown of `before` stays
/// as it is in `before`. The stage is before's where groups have none to choose.
Selection ungroupedSelection(Selection shown, const Selection &before, const Grouping &grouping);

} // namespace regard

#pragma once

#include <vector>

#include "engine/analysis/token_groups.h"
#include "engine/pass/trace.h"
#include "io/project/stored_view.h"
#include "text/tokenizer.h"

namespace regard {

/// What a token view can do with tokens, besides showing them as they are.
bool hasSpecialTokens(const Tokens &tokens); ///< tokens that it would hide
bool isPair(const Tokens &tokens);           ///< some belong to a second sentence

/// Which tokens a view hides: special ones, except a mask token, which stands for a word; none where nothing would
/// remain.
std::vector<bool> hiddenTokens(const Tokens &tokens, const TokenView &view);

/// The groups that a view makes of tokens: pieces of one word together, their label the word as typed; without hidden
/// tokens.
TokenGroups tokenGroups(const Tokens &tokens, const TokenView &view);

/// The groups as tokens: each from where its first begins to where its last ends, `text` as files spell it.
Tokens groupedTokens(const Tokens &tokens, const TokenGroups &groups);

/// What the views show of a trace: attention between groups, or the trace itself where every token is a group of its
/// own, or where the tokens are not the trace's. `previous` is what was shown before, from which unchanged parts are
/// reused.
SharedTrace shownTrace(const SharedTrace &trace, const Tokens &source, const Tokens &target, const TokenView &view,
                       const SharedTrace &previous = nullptr);

} // namespace regard

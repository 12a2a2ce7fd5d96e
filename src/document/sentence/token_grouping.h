#pragma once

#include <memory>
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

/// What the views show of a trace that the model made: attention between groups, or the trace itself where every token
/// is a group of its own and weights stay what they are, or where the tokens are not the trace's. `previous` is what
/// was shown before, from which unchanged parts are reused. `isAlwaysGrouped`: between groups even where each is a
/// single token. Attention that a file holds has no values: there byValue is not heard.
SharedTrace shownTrace(const SharedTrace &trace, const std::shared_ptr<const Model> &model, const Tokens &source,
                       const Tokens &target, const TokenView &view, const SharedTrace &previous = nullptr,
                       bool isAlwaysGrouped = false);

} // namespace regard

#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <QStringList>

#include "document/shown/shown.h"
#include "views/base/token_names.h"

namespace regard {

// What pictures of attention mark on the tokens of their two sides; one value a token.

/// Tokens whose embedding is random. Where the model gives no row at all every token is, and none is marked.
std::vector<bool> randomTokens(const Model &model, const SideTrace &side);
/// Tokens, or groups of them, that a trained tokenizer added, such as [CLS]; what was typed is not among them.
std::vector<bool> addedTokens(const SideTrace &side, const Tokens &tokens);
/// Tokens, or groups of them, of which the sink's rows leave nothing as keys; empty where none is left out.
std::vector<bool> keysLeftOut(const Trace &trace, Attention attention);
/// Tokens that are masked out. The vector ends with the last of them.
std::vector<bool> maskedTokens(const SideTrace &side);
/// Tokens that the pinned state does not have.
std::vector<bool> newTokens(const TokenAlignment &alignment);
/// Whether queries and keys are of different sentences.
bool hasSides(const Selection &within);
/// Tokens that only the pinned state has: keys, and where they are of another sentence the queries.
QStringList goneTokens(const TraceComparison &comparison, const Selection &within);

/// Sets what links and heatmap say of the tokens on their two sides.
template <typename Data>
void nameTokens(Data &data, const Model &model, const SideTrace &queries, const SideTrace &keys,
                const TraceComparison *comparison, Attention attention)
{
    data.queries = tokenNames(labelsOf(queries));
    data.keys = tokenNames(labelsOf(keys));
    data.randomQueries = randomTokens(model, queries);
    data.randomKeys = randomTokens(model, keys);
    if (!comparison)
        return;
    data.isDifference = true;
    data.newQueries = newTokens(comparison->queries(attention));
    data.newKeys = newTokens(comparison->keys(attention));
}

/// Names the tokens that a trained tokenizer added, and keys that are left out, which are drawn faint.
template <typename Data>
void nameFaint(Data &data, const ShownState &state)
{
    const Attention attention = state.selection.attention;
    const ModelConfig &config = state.model().config;
    data.faintQueries = addedTokens(queriesOf(*state.trace(), attention), state.tokens(queriesSide(config, attention)));
    data.faintKeys = addedTokens(keysOf(*state.trace(), attention), state.tokens(keysSide(config, attention)));
    const std::vector<bool> leftOut = keysLeftOut(*state.trace(), attention);
    data.faintKeys.resize(std::max(data.faintKeys.size(), leftOut.size()), false);
    for (std::size_t key = 0; key < leftOut.size(); ++key)
        data.faintKeys[key] = data.faintKeys[key] || leftOut[key];
}

} // namespace regard

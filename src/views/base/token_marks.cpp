#include "views/base/token_marks.h"

#include <algorithm>

#include "document/sentence/side.h"
#include "engine/analysis/token_groups.h"
#include "engine/model/attention_place.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

QStringList goneNames(const TokenAlignment &alignment, const std::vector<std::string> &tokens)
{
    QStringList gone;
    for (std::size_t i = 0; i < alignment.after.size(); ++i)
        if (alignment.after[i] < 0)
            gone.append(tokenName(tokens[i]));
    return gone;
}

} // namespace

/// Marks tokens whose row was drawn. A model without any given row has only such tokens, and marking all of them would
/// say nothing.
std::vector<bool> randomTokens(const Model &model, const SideTrace &side)
{
    if (model.embedding.empty() || model.table)
        return {};
    std::vector<bool> random;
    random.reserve(side.tokens.size());
    for (const std::string &token : side.tokens)
        random.push_back(!model.embedding.contains(token));
    return random;
}

/// The tokens, or groups of them, that a trained tokenizer put there: [CLS], </s>. What was typed stands for something.
std::vector<bool> addedTokens(const SideTrace &side, const Tokens &tokens)
{
    const bool isSame = tokens.tokens.size() == side.tokens.size();
    std::vector<bool> added(side.tokens.size(), false);
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        added[i] = isSame ? tokens.tokens[i].isSpecial && tokens.tokens[i].isAdded
                          : std::any_of(tokens.tokens.begin(), tokens.tokens.end(), [&](const Token &token) {
                                return token.isSpecial && token.isAdded && token.text == side.tokens[i];
                            });
    return added;
}

std::vector<bool> keysLeftOut(const Trace &trace, Attention attention)
{
    if (!trace.grouping || trace.grouping->sink(attention).empty())
        return {};
    const std::vector<bool> &sink = trace.grouping->sink(attention);
    std::vector<bool> leftOut;
    for (const TokenGroups::Group &group : trace.grouping->keys(attention).groups)
        leftOut.push_back(std::all_of(sink.begin() + group.first, sink.begin() + group.first + group.count,
                                      [](bool is) { return is; }));
    return leftOut;
}

std::vector<bool> maskedTokens(const SideTrace &side)
{
    std::vector<bool> masked;
    for (const int position : side.masked) {
        masked.resize(std::max(masked.size(), std::size_t(position) + 1));
        masked[std::size_t(position)] = true;
    }
    return masked;
}

std::vector<bool> newTokens(const TokenAlignment &alignment)
{
    std::vector<bool> isNew;
    isNew.reserve(alignment.before.size());
    for (const int position : alignment.before)
        isNew.push_back(position < 0);
    return isNew;
}

bool hasSides(const Selection &within)
{
    return within.attention == Attention::Cross;
}

/// Tokens that only the state before has: keys, and where they are of another sentence the queries.
QStringList goneTokens(const TraceComparison &comparison, const Selection &within)
{
    if (!comparison.blockBefore({within.attention, within.layer}))
        return {};
    const Trace &before = *comparison.before();
    QStringList gone = goneNames(comparison.keys(within.attention), labelsOf(keysOf(before, within.attention)));
    if (hasSides(within))
        gone += goneNames(comparison.queries(within.attention), labelsOf(queriesOf(before, within.attention)));
    return gone;
}

} // namespace regard

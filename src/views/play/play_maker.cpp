#include "views/play/play_maker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/token_groups.h"
#include "engine/functions/score.h"
#include "engine/kernels/product.h"
#include "engine/model/sublayer.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"
#include "views/steps/step_context.h"
#include "views/steps/step_softmax.h"

namespace regard {

namespace {

struct PlayMakerText {
    Q_DECLARE_TR_FUNCTIONS(Play)
};

PlayScore playScoreOf(Score score)
{
    switch (score) {
    case Score::Dot:
    case Score::ScaledDot:
        return PlayScore::Dot;
    case Score::General:
        return PlayScore::General;
    case Score::Additive:
        break;
    }
    return PlayScore::Additive;
}

/// What is said of the pair beside its numbers.
QStringList playNotes(const StepContext &context)
{
    QStringList notes;
    const auto replaced = context.replaced();
    if (context.replaced(sublayerOf(context.place)))
        notes.append(PlayMakerText::tr("the attention is switched off: none of this is used"));
    else if (replaced == Replacement::Zero)
        notes.append(PlayMakerText::tr("the head is switched off: zeros stand in place of the sum"));
    else if (replaced == Replacement::Mean)
        notes.append(
            PlayMakerText::tr("the head is switched off: the mean over all queries stands in place of the sum"));
    else if (replaced == Replacement::MeanOver)
        notes.append(
            PlayMakerText::tr("the head is switched off: the mean over other sentences stands in place of the sum"));
    if (context.isRotated())
        notes.append(PlayMakerText::tr("q and k are rotated by their positions"));
    if (context.config.scoreCap > 0)
        notes.append(PlayMakerText::tr("c · tanh(score ÷ c) with c = %1 caps each score").arg(context.config.scoreCap));
    if (!context.biases.empty())
        notes.append(PlayMakerText::tr("b is added by how far the key is from the query"));
    if (context.place.attention == Attention::Cross)
        notes.append(isRecurrent(context.config, Stack::Decoder)
                         ? PlayMakerText::tr("q is made of the decoder's state, k and v of the encoder")
                         : PlayMakerText::tr("q is made of the decoder, k and v of the encoder's output"));
    return notes;
}

void addKeys(PlayData &data, const StepContext &context, const HiddenTokens &hidden)
{
    const double none = -std::numeric_limits<double>::infinity();
    const double sink = context.sink ? *context.sink / data.temperature : none;
    const bool fits = fitsWithoutShift(context.tempered, sink);
    const double most = std::max(sink, context.tempered[std::size_t(largestOf(context.tempered))]);
    data.shift = fits || !std::isfinite(most) ? 0 : most;
    if (context.sink)
        data.sum = *(data.sink = std::exp(sink - data.shift));
    PlayKey rest;
    rest.key = -1;
    rest.count = 0;
    for (int i = 0; i < context.keys.size(); ++i) {
        const auto place = std::size_t(i);
        PlayKey key{context.keys.at(i), i};
        key.score = context.scores[place];
        key.scaled = context.scaled[place] / data.temperature;
        key.isMasked = !context.isAllowed(i);
        key.exponential = key.isMasked ? 0 : std::exp(key.scaled - data.shift);
        key.weight = context.weights[place];
        data.sum += key.exponential;
        if (!isShown(i, hidden.keys) && i != data.key) {
            rest.weight += key.weight;
            rest.exponential += key.exponential;
            ++rest.count;
            continue;
        }
        key.k = stepRow(context.headTrace.k, i);
        key.v = stepRow(context.headTrace.v, i);
        data.keys.push_back(std::move(key));
    }
    if (rest.count > 0) {
        rest.name = PlayMakerText::tr("%1 hidden").arg(rest.count);
        data.keys.push_back(std::move(rest));
    }
}

PlayData computedPlay(const Model &model, const Trace &trace, const Selection &within, const HiddenTokens &hidden,
                      bool asSpelled)
{
    StepChoice choice;
    choice.hidden = hidden;
    choice.asSpelled = asSpelled;
    const StepContext context(model, trace, within, {}, choice);
    PlayData data;
    data.place = headTitle(model, within);
    data.queryName = context.queryName();
    data.query = context.query;
    data.own = context.place.attention == Attention::Cross ? -1 : context.query;
    data.key = context.key;
    data.head = context.head;
    data.score = playScoreOf(context.config.score);
    data.made = !context.softmaxed.empty()                   ? PlayWeights::ByHand
                : context.replaced() == Replacement::Uniform ? PlayWeights::Uniform
                                                             : PlayWeights::Softmax;
    data.q = context.asked;
    if (context.additive.size() > 0)
        data.additive = stepRow(context.additive, 0);
    data.dKey = isDividedByRoot(context.config) ? context.config.dKey : 0;
    data.scale = context.scaleText(QStringLiteral("b"));
    data.temperature = double(context.temperature());
    data.hasMask = context.hasMask();
    addKeys(data, context, hidden);
    // What replaces the head's output is not what its weights make.
    const bool isReplaced = context.replaced() && context.replaced() != Replacement::Uniform;
    data.output = isReplaced ? stepRow(product(context.headTrace.weights, context.headTrace.v), context.query)
                             : stepRow(context.headTrace.output, context.query);
    data.notes = playNotes(context);
    return data;
}

/// Weights that are there without what they were made of.
PlayData givenPlay(const ShownState &state, const Selection &within)
{
    const std::shared_ptr<const Matrix> weights = shownMatrix(state.model(), state.trace(), within).weights;
    const TokenPair pair = pairInFocus(within, *weights, {});
    const SideTrace &queries = queriesOf(*state.trace(), within.attention);
    const SideTrace &keys = keysOf(*state.trace(), within.attention);
    PlayData data;
    data.place = headTitle(state.model(), within);
    data.queryName = tokenName(labelsOf(queries).at(std::size_t(pair.query)));
    data.query = pair.query;
    data.own = &queries == &keys ? pair.query : -1;
    data.key = pair.key;
    data.head = within.head;
    data.made = PlayWeights::Given;
    data.isOfWords = state.hasModel();
    for (int i = 0; i < int(weights->cols()); ++i) {
        PlayKey key{tokenName(labelsOf(keys).at(std::size_t(i))), i};
        key.weight = double((*weights)(pair.query, i));
        data.keys.push_back(std::move(key));
    }
    const Grouping *grouping = state.trace()->grouping.get();
    if (grouping && !state.hasModel() && grouping->merges())
        data.notes.append(PlayMakerText::tr("the shares of pieces are summed to those of words"));
    return data;
}

/// The selection of groups, each a single token, in the tokens that they are made of.
Selection inTokens(Selection within, const Grouping &grouping)
{
    const auto tokenOf = [](const TokenGroups &groups, int group) {
        return group >= 0 && group < int(groups.groups.size()) ? groups.groups[std::size_t(group)].first : -1;
    };
    within.query = tokenOf(grouping.queries(within.attention), within.query);
    within.key = tokenOf(grouping.keys(within.attention), within.key);
    return within;
}

/// What no group holds.
HiddenTokens hiddenIn(const Trace &tokens, const Grouping &grouping, Attention attention)
{
    const auto hidden = [](const TokenGroups &groups, const SideTrace &side) {
        std::vector<bool> all(side.tokens.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = groups.groupOf(int(i)) < 0;
        return all;
    };
    return {hidden(grouping.queries(attention), queriesOf(tokens, attention)),
            hidden(grouping.keys(attention), keysOf(tokens, attention))};
}

} // namespace

MadePlay madePlay(const ShownState &state, bool asSpelled)
{
    if (!state.hasResult())
        return {nullptr, state.trace() ? noAttentionText(state.result) : QString()};
    if (const QString missing = missingHeadText(state); !missing.isEmpty())
        return {nullptr, missing};
    if (const QString patched = patchedText(state); !patched.isEmpty())
        return {nullptr, patched};
    Selection within = state.selection;
    within.summary = Summary::None;
    const Grouping *grouping = state.trace()->grouping.get();
    PlayData data;
    if (!state.hasModel() || (grouping && grouping->merges()))
        data = givenPlay(state, within);
    else if (grouping)
        data = computedPlay(state.model(), *grouping->tokens, inTokens(within, *grouping),
                            hiddenIn(*grouping->tokens, *grouping, within.attention), asSpelled);
    else
        data = computedPlay(state.model(), *state.trace(), within, {}, asSpelled);
    data.place = titledWithState(state, data.place);
    return {std::make_shared<const PlayData>(std::move(data)), {}};
}

} // namespace regard

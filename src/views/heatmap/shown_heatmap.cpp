#include "views/heatmap/shown_heatmap.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "engine/functions/score.h"
#include "views/base/head_switch.h"
#include "views/base/moved_scale.h"
#include "views/base/picture_title.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/sink_share.h"
#include "views/base/token_marks.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct HeatmapDataText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapData)
};

QString valueLabel(const Model &model, const Selection &within, const NumberScale &numbers)
{
    if (numbers.isMoved())
        return HeatmapDataText::tr("%1, no share").arg(numbers.name);
    if (!numbers.shares.isEmpty() && within.summary != Summary::Rollout)
        return numbers.shares;
    if (within.summary == Summary::Rollout)
        return HeatmapDataText::tr("share");
    if (within.summary != Summary::None)
        return HeatmapDataText::tr("weight");
    switch (within.stage) {
    case Stage::Scores:
        return HeatmapDataText::tr("score");
    case Stage::Scaled:
        return scalesScores(model.config) ? HeatmapDataText::tr("scaled score") : HeatmapDataText::tr("score");
    case Stage::Masked:
        return HeatmapDataText::tr("masked score");
    case Stage::Weights:
        break;
    }
    return HeatmapDataText::tr("weight");
}

/// A cell is only masked where it was so before too: otherwise the number that it lost or gained is shown.
void keepCommonMasks(HeatmapData &data, const TraceComparison &comparison, Attention attention, int layer)
{
    const Model &modelBefore = comparison.modelBefore();
    data.isCausal = data.isCausal && maskOf(modelBefore.config, attention) == Mask::Causal;
    if (windowOf(modelBefore.config, {attention, layer}) != data.window)
        data.window = 0;
    if (layersOf(modelBefore.config, attention) == 0)
        return;
    const std::vector<int> &before = keysOf(*comparison.before(), attention).masked;
    const std::vector<int> &positions = comparison.keys(attention).before;
    std::erase_if(data.maskedKeys, [&](int key) {
        const int then = positions[std::size_t(key)];
        return then >= 0 && !std::binary_search(before.begin(), before.end(), then);
    });
}

} // namespace

HeatmapData heatmapData(const ShownState &state, std::shared_ptr<const HeadScores> scores,
                        std::optional<ColorScale> scale, bool faintSpecial)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const PairParts pair = pairParts(state);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    HeatmapData data;
    nameTokens(data, model, queries, keys, comparison, within.attention);
    data.pair = pair;
    data.struckQueries = maskedTokens(queries);
    data.struckKeys = maskedTokens(keys);
    if (faintSpecial)
        nameFaint(data, state);
    data.values = stageMatrix(model, trace, within, std::move(scores), comparison);
    data.isWeights = within.stage == Stage::Weights || within.summary != Summary::None;
    data.scale = scale;
    data.isOff = within.summary == Summary::None &&
                 isSwitchedOff(model.interventions, {within.attention, within.layer, within.head});
    if (data.isWeights) {
        // A masked cell is 0 here, the same as a weight that came out as 0.
        data.isCausal = maskOf(model.config, within.attention) == Mask::Causal;
        if (within.summary != Summary::Rollout)
            data.window = windowOf(model.config, {within.attention, within.layer});
        if (within.summary != Summary::Rollout)
            data.maskedKeys = keys.masked;
    }
    if (data.isWeights && !comparison)
        data.sinks = sinkShares(state, false);
    if (within.summary == Summary::None)
        data.byHand = handLinks(model, *trace, within, {within.head});
    if (comparison) {
        data.gone = goneTokens(*comparison, within);
        keepCommonMasks(data, *comparison, within.attention, within.layer);
    }
    data.query = within.query;
    data.key = within.key;
    data.title = titledWithState(state, headTitleOf(model, *trace, within, comparison, pair));
    data.numbers = numberScale(state);
    data.valueLabel = valueLabel(model, within, data.numbers);
    if (hasSides(within)) {
        data.queryLabel = HeatmapDataText::tr("target");
        data.keyLabel = HeatmapDataText::tr("source");
    }
    return data;
}

} // namespace regard

#include "views/base/moved_scale.h"

#include <algorithm>

#include <QCoreApplication>

#include "engine/analysis/token_groups.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

struct MovedScaleText {
    Q_DECLARE_TR_FUNCTIONS(MovedScale)
};

/// The largest number of the heads of a layer, −1: of all layers, or of the summary in view.
float largestShown(const Model &model, const SharedTrace &trace, const Selection &within, int layer)
{
    if (!trace || !trace->grouping || !showsMoved(*trace, within))
        return 0;
    const std::vector<float> &largest = trace->grouping->largest;
    if (layer < 0)
        return largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end());
    const int block = blockIndex(model.config, within.attention, layer);
    if (block < 0 || block >= int(largest.size()))
        return 0;
    if (within.summary != Summary::Mean)
        return largest[std::size_t(block)];
    const Matrix &together = *shownMatrix(model, trace, within).weights;
    return together.size() > 0 ? together.maxCoeff() : 0;
}

/// What rows that sum to 1 hold where that is no weight.
QString sharesName(const Trace &trace)
{
    if (!trace.grouping || !trace.grouping->rule.renormalises)
        return {};
    const GroupingRule &rule = trace.grouping->rule;
    if (rule.values)
        return MovedScaleText::tr("share of %1").arg(movedName(*rule.values));
    return rule.hidesSink() ? MovedScaleText::tr("weight ÷ what the sink leaves") : QString();
}

NumberScale scaleFor(const ShownState &state, int layer)
{
    if (!state.hasResult() || !showsMoved(*state.trace(), state.selection))
        return {1, {}, state.hasResult() ? sharesName(*state.trace()) : QString()};
    float largest = largestShown(state.model(), state.trace(), state.selection, layer);
    if (const TraceComparison *both = state.comparison.get()) {
        largest = std::max(largest, largestShown(both->model(), both->now(), state.selection, layer));
        largest = std::max(largest, largestShown(both->modelBefore(), both->before(), state.selection, layer));
    }
    return {niceScale(double(largest)), movedName(state.model())};
}

} // namespace

bool movesByValue(const Trace &trace)
{
    return trace.grouping && trace.grouping->rule.values;
}

QString otherNumbersText(const Trace &trace, const Selection &within)
{
    const bool isOther = trace.grouping && (trace.grouping->rule.values || trace.grouping->rule.hidesSink());
    return isOther ? groupingText(trace, within, true) : QString();
}

bool showsMoved(const Trace &trace, const Selection &within)
{
    return trace.grouping && !trace.grouping->rule.hasShares() && within.summary != Summary::Rollout;
}

NumberScale numberScale(const ShownState &state)
{
    return scaleFor(state, state.selection.layer);
}

NumberScale numberScaleOfAll(const ShownState &state)
{
    return scaleFor(state, -1);
}

} // namespace regard

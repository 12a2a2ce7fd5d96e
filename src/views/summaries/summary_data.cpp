#include "views/summaries/summary_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/summaries.h"
#include "engine/analysis/token_groups.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct SummaryDataText {
    Q_DECLARE_TR_FUNCTIONS(SummaryData)
};

QString headLabel(HeadNumber place, bool withLayer)
{
    const QString head = QString::number(place.head + 1);
    return withLayer ? QString::number(place.layer + 1) + QLatin1Char('.') + head : head;
}

/// A row's largest entropy is that of equal weights on all m keys.
double largestEntropy(const std::vector<SharedBlock> &blocks)
{
    for (const SharedBlock &block : blocks)
        if (!block->heads.empty())
            return std::log(double(std::max<Eigen::Index>(1, block->heads.keys())));
    return 0;
}

int indexOf(const std::vector<HeadNumber> &places, HeadNumber place)
{
    const auto found = std::find(places.begin(), places.end(), place);
    return found == places.end() ? -1 : int(found - places.begin());
}

} // namespace

QString attentionTitle(Attention attention)
{
    switch (attention) {
    case Attention::Encoder:
        return SummaryDataText::tr("encoder");
    case Attention::Decoder:
        return SummaryDataText::tr("decoder");
    case Attention::Cross:
        break;
    }
    return SummaryDataText::tr("cross");
}

std::vector<SharedBlock> blocksOf(const Model &model, const Trace &trace, Attention attention)
{
    std::vector<SharedBlock> blocks;
    for (int layer = 0; layer < layersOf(model.config, attention); ++layer) {
        const int index = blockIndex(model.config, attention, layer);
        if (index >= 0 && index < int(trace.blocks.size()))
            blocks.push_back(trace.blocks[std::size_t(index)]);
    }
    return blocks;
}

std::vector<HeadNumber> headsIn(const std::vector<SharedBlock> &blocks, int layer)
{
    std::vector<HeadNumber> places;
    for (const SharedBlock &block : blocks) {
        for (int head = 0; head < int(block->heads.size()); ++head)
            places.push_back({layer, head});
        ++layer;
    }
    return places;
}

std::vector<int> entropyOrder(const std::vector<double> &entropies, EntropyOrder order)
{
    std::vector<int> sorted(entropies.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    if (order == EntropyOrder::ByHead)
        return sorted;
    std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) {
        const double left = entropies[std::size_t(a)];
        const double right = entropies[std::size_t(b)];
        if (std::isnan(left) || std::isnan(right))
            return !std::isnan(left) && std::isnan(right);
        return order == EntropyOrder::LowestFirst ? left < right : left > right;
    });
    return sorted;
}

SharedTrace measuredTrace(const SharedTrace &shown, const SharedTrace &previous)
{
    if (!shown || (shown->grouping && shown->grouping->rule.renormalises))
        return shown;
    const bool isPlain = !shown->grouping;
    if (isPlain && !hasSinks(*shown))
        return shown;
    const Grouping grouping =
        isPlain ? Grouping{shown, TokenGroups::ofEach(shown->source), TokenGroups::ofEach(shown->target)}
                : *shown->grouping;
    const auto hides = [](const TokenGroups &groups, const SideTrace &side) {
        int count = 0;
        for (const TokenGroups::Group &group : groups.groups)
            count += group.count;
        return count < int(side.tokens.size());
    };
    if (grouping.rule.hasShares() && !hides(grouping.source, grouping.tokens->source) &&
        !hides(grouping.target, grouping.tokens->target) && !hasSinks(*grouping.tokens))
        return shown;
    GroupingRule rule = grouping.rule;
    rule.renormalises = true;
    const Grouping *before = previous ? previous->grouping.get() : nullptr;
    if (before && before->tokens == grouping.tokens && before->source == grouping.source &&
        before->target == grouping.target && before->rule == rule)
        return previous;
    return groupedTrace(grouping.tokens, grouping.source, grouping.target, rule, previous);
}

ShownState measured(ShownState state, const SharedTrace &previous)
{
    state.result.trace = measuredTrace(state.trace(), previous);
    return state;
}

BarListData entropyData(const ShownState &state, const std::vector<double> &entropies, const std::vector<int> &order)
{
    const Selection &within = state.selection;
    const std::vector<SharedBlock> blocks = blocksOf(state.model(), *state.trace(), within.attention);
    const std::vector<HeadNumber> heads = headsIn(blocks);
    BarListData data;
    for (const int index : order) {
        const HeadNumber head = heads.at(std::size_t(index));
        if (head == HeadNumber{within.layer, within.head})
            data.selected = int(data.rows.size());
        data.rows.push_back({headLabel(head, blocks.size() > 1), entropies.at(std::size_t(index)), head.head});
    }
    data.most = largestEntropy(blocks);
    data.title = titledWith(SummaryDataText::tr("Entropy · %1").arg(attentionTitle(within.attention)),
                            groupingText(*state.trace(), within, true));
    data.labelHeader = blocks.size() > 1 ? SummaryDataText::tr("layer.head") : SummaryDataText::tr("head");
    data.valueHeader = SummaryDataText::tr("0 – %1 nats").arg(data.most, 0, 'f', 2);
    return data;
}

std::vector<SharedBlock> comparedBlocks(const ShownState &state, bool allLayers)
{
    const std::vector<SharedBlock> blocks = blocksOf(state.model(), *state.trace(), state.selection.attention);
    if (allLayers && int(headsIn(blocks).size()) <= mostComparedHeads)
        return blocks;
    return {blocks.at(std::size_t(state.selection.layer))};
}

HeatmapData similarityData(const ShownState &state, bool allLayers, Matrix distances)
{
    const Selection &within = state.selection;
    const std::vector<SharedBlock> blocks = comparedBlocks(state, allLayers);
    const bool severalLayers = blocks.size() > 1;
    const std::vector<HeadNumber> heads = headsIn(blocks, severalLayers ? 0 : within.layer);
    HeatmapData data;
    for (const HeadNumber head : heads)
        data.queries.append(headLabel(head, severalLayers));
    data.keys = data.queries;
    data.values = std::make_shared<const Matrix>(std::move(distances));
    data.query = indexOf(heads, {within.layer, within.head});
    const QString where = severalLayers ? SummaryDataText::tr("%1, all layers").arg(attentionTitle(within.attention))
                                        : layerTitle(state.model().config, within.attention, within.layer);
    data.title = titledWith(SummaryDataText::tr("Jensen–Shannon distance, mean over queries, base 2 · %1").arg(where),
                            groupingText(*state.trace(), within, true));
    data.valueLabel = SummaryDataText::tr("distance");
    data.axis = SummaryDataText::tr("head");
    return data;
}

std::unique_ptr<Figure> entropyViewFigure(const ShownState &state, const SummaryOptions &options, QSizeF size,
                                          const Theme &theme)
{
    const ShownState heads = measured(state);
    const std::vector<SharedBlock> blocks = blocksOf(heads.model(), *heads.trace(), heads.selection.attention);
    std::vector<double> entropies;
    if (options.measures)
        entropies = options.measures->entropies(blocks);
    else
        for (const SharedBlock &block : blocks)
            for (const HeadTrace &head : block->heads)
                entropies.push_back(headEntropy(head.weights));
    BarListData list = entropyData(heads, entropies, entropyOrder(entropies, options.order));
    list.current = options.row;
    return std::make_unique<BarListFigure>(std::move(list), size, theme);
}

std::unique_ptr<Figure> similarityViewFigure(const ShownState &state, const SummaryOptions &options, QSizeF size,
                                             const Theme &theme)
{
    const ShownState heads = measured(state);
    const std::vector<SharedBlock> blocks = comparedBlocks(heads, options.allLayers);
    std::vector<const Matrix *> weights;
    std::vector<std::shared_ptr<const HeadTrace>> compared;
    if (!options.measures)
        for (const SharedBlock &block : blocks)
            for (std::size_t head = 0; head < block->heads.size(); ++head) {
                compared.push_back(block->heads.shared(head));
                weights.push_back(&compared.back()->weights);
            }
    HeatmapData matrix = similarityData(
        heads, options.allLayers, options.measures ? options.measures->distances(blocks) : headDistances(weights));
    matrix.query = options.row >= 0 ? options.row : matrix.query;
    matrix.key = options.column;
    if (options.evenNumbers)
        matrix.scale = ColorScale::Stretched;
    return std::make_unique<HeatmapFigure>(std::move(matrix), size, theme);
}

} // namespace regard

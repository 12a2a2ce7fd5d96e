#include "views/base/sink_share.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>

#include "engine/analysis/token_groups.h"
#include "engine/model/attention_place.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

struct SinkShareText {
    Q_DECLARE_TR_FUNCTIONS(SinkShare)
};

std::vector<int> headsWithSinks(const ShownState &state, bool allHeads)
{
    const Selection &within = state.selection;
    if (within.summary == Summary::None)
        return allHeads ? within.heads : std::vector<int>{within.head};
    std::vector<int> all(std::size_t(headsOf(state.model().config, within.attention)));
    std::iota(all.begin(), all.end(), 0);
    return within.summary == Summary::Mean ? all : std::vector<int>();
}

} // namespace

std::vector<float> sinkShares(const ShownState &state, bool allHeads)
{
    const std::vector<int> heads = headsWithSinks(state, allHeads);
    const Grouping *grouping = state.trace()->grouping.get();
    const Trace &tokens = grouping ? *grouping->tokens : *state.trace();
    const Selection &within = state.selection;
    const int block = blockIndex(state.model().config, within.attention, within.layer);
    if (block < 0 || block >= int(tokens.blocks.size()) ||
        (grouping && (grouping->rule.renormalises || grouping->rule.values)))
        return {};
    const HeadTraces &all = tokens.blocks[std::size_t(block)]->heads;
    const auto hasSink = [&all](int head) { return !all.source() && all.at(std::size_t(head)).hasSink; };
    if (std::none_of(heads.begin(), heads.end(), hasSink))
        return {};
    std::vector<float> shares(std::size_t(all.queries()));
    for (Eigen::Index query = 0; query < all.queries(); ++query) {
        double sum = 0;
        for (const int head : heads)
            sum += double(all[std::size_t(head)].weights.row(query).sum());
        shares[std::size_t(query)] = float(std::max(0.0, 1 - sum / double(heads.size())));
    }
    if (!grouping)
        return shares;
    std::vector<float> ofGroups;
    for (const TokenGroups::Group &group : grouping->queries(within.attention).groups)
        ofGroups.push_back(
            std::accumulate(shares.begin() + group.first, shares.begin() + group.first + group.count, 0.0F) /
            float(group.count));
    return ofGroups;
}

QString sinkShareText(const ShownState &state)
{
    if (state.difference())
        return {};
    const std::vector<float> shares = sinkShares(state, true);
    if (shares.empty())
        return {};
    const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / double(shares.size());
    return SinkShareText::tr("sinks take %1").arg(shareText(mean));
}

} // namespace regard

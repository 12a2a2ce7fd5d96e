#include "engine/pass/sublayer_cost.h"

#include <cstddef>

#include "engine/functions/score.h"

namespace regard {

namespace {

/// Cost of norm, residual and copies, in multiplications for each number.
constexpr double normCost = 8;

/// Returns the cost of one head with its columns of the projections; those of a shared key head are divided among its
/// query heads.
double headCost(const ModelConfig &config, Stack stack, double queries, double keys, const HeadReuse &reuse)
{
    const double share = double(keyValueHeadsOf(config, stack)) / headsOf(config, stack);
    double cost = 0;
    if (!reuse.q)
        cost += queries * config.dModel * config.dKey;
    if (!reuse.k)
        cost += share * keys * config.dModel * config.dKey;
    if (!reuse.v)
        cost += share * keys * config.dModel * config.dValue;
    if (!reuse.weights)
        cost += queries * keys * (scoreCost(config.score, config.dKey) + functionCost);
    if (!reuse.whole)
        cost += queries * keys * config.dValue;
    return cost;
}

double attentionCost(const ModelConfig &config, Stack stack, double queries, double keys, const SublayerReuse &reuse)
{
    const int heads = headsOf(config, stack);
    double cost = 0;
    for (int head = 0; head < heads; ++head) {
        const auto at = std::size_t(head);
        cost += headCost(config, stack, queries, keys, at < reuse.heads.size() ? reuse.heads[at] : HeadReuse());
    }
    if (config.outputProjection && !reuse.output)
        cost += queries * heads * config.dValue * config.dModel;
    return cost;
}

} // namespace

double sublayerCost(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys)
{
    return sublayerCost(config, sublayer, queries, keys, {});
}

double sublayerCost(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys,
                    const SublayerReuse &reuse)
{
    if (reuse.whole)
        return 0;
    if (reuse.output)
        return normCost * queries * config.dModel;
    if (sublayer.kind != SublayerKind::FeedForward)
        return attentionCost(config, sublayer.stack, queries, keys, reuse);
    return queries * feedForwardSizeOf(config, sublayer.stack) *
           ((config.gated ? 3.0 : 2.0) * config.dModel + functionCost);
}

} // namespace regard

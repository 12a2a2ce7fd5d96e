#include "engine/sublayer_cost.h"

namespace regard {

namespace {

/// exp and tanh in multiplications, roughly.
constexpr double functionCost = 8;

double attentionCost(const ModelConfig &config, Stack stack, double queries, double keys)
{
    const int heads = headsOf(config, stack);
    const int shared = keyValueHeadsOf(config, stack);
    const double keyWidth = static_cast<double>(heads) * config.dKey;
    const double valueWidth = static_cast<double>(heads) * config.dValue;
    double cost = config.dModel * (queries * keyWidth + keys * shared * (config.dKey + config.dValue));
    cost += queries * keys * (keyWidth * (config.score == Score::Additive ? 1 + functionCost : 1) + valueWidth);
    cost += queries * keys * heads * functionCost;
    if (config.outputProjection)
        cost += queries * valueWidth * config.dModel;
    return cost;
}

} // namespace

double sublayerCost(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys)
{
    if (sublayer.kind != SublayerKind::FeedForward)
        return attentionCost(config, sublayer.stack, queries, keys);
    return queries * feedForwardSizeOf(config, sublayer.stack) *
           ((config.gated ? 3.0 : 2.0) * config.dModel + functionCost);
}

} // namespace regard

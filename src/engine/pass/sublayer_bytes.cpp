#include "engine/pass/sublayer_bytes.h"

#include "engine/model/stack.h"

namespace regard {

namespace {

/// Numbers that one attention block keeps.
double blockNumbers(const ModelConfig &config, int heads, double queries, double keys)
{
    const double values = double(heads) * config.dValue;
    const double output = config.outputProjection ? config.dModel : values;
    const double projected = queries * config.dKey + keys * (config.dKey + config.dValue) + queries * config.dValue;
    return heads * (queries * keys + projected) + queries * (values + 2 * output);
}

double feedForwardNumbers(const ModelConfig &config, Stack stack, double tokens)
{
    return hasFeedForward(config, stack) ? 2 * tokens * config.dModel : 0;
}

} // namespace

double sublayerBytes(const ModelConfig &config, const Sublayer &sublayer, double queries, double keys)
{
    const double numbers = sublayer.kind == SublayerKind::FeedForward
                               ? feedForwardNumbers(config, sublayer.stack, queries)
                               : blockNumbers(config, headsOf(config, sublayer.stack), queries, keys);
    return sizeof(float) * numbers;
}

} // namespace regard

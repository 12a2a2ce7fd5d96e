#include "engine/analysis/cell_derivative.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/score.h"
#include "engine/pass/recurrent_pass.h"
#include "engine/pass/sublayer_cost.h"

namespace regard {

namespace {

/// A stack's part, and whether its stream moves after it.
struct StackCost {
    double cost = 0;
    bool moves = false;
};

double rowsOf(const Trace &trace, Attention attention)
{
    return double(queriesOf(trace, attention).tokens.size());
}

/// Both products of each matrix product of the sublayer are differentiated.
double movedCost(const Model &model, const Trace &trace, const Sublayer &sublayer)
{
    const bool decodes = sublayer.stack == Stack::Decoder;
    const double queries = rowsOf(trace, decodes ? Attention::Decoder : Attention::Encoder);
    const double keys = sublayer.kind == SublayerKind::CrossAttention ? rowsOf(trace, Attention::Encoder) : queries;
    return 2 * sublayerCost(model.config, sublayer, queries, keys);
}

/// Counts up to, but not including, `until`; the whole stack where that is nothing.
StackCost stackDerivativeCost(const Model &model, const Trace &trace, const ModelCell &cell, Stack stack,
                              const Sublayer *until)
{
    StackCost result{0, isReadByEntry(model, trace, cell, stack)};
    if (isRecurrent(model.config, stack)) {
        const bool decodes = stack == Stack::Decoder;
        const double tokens = rowsOf(trace, decodes ? Attention::Decoder : Attention::Encoder);
        const double keys = decodes ? rowsOf(trace, Attention::Encoder) : 0;
        return {2 * recurrentCost(model.config, stack, tokens, keys), true};
    }
    for (const Sublayer &sublayer : sublayersOf(model.config, stack)) {
        if (until && sublayer == *until)
            return result;
        if (!result.moves && sublayer.kind == SublayerKind::CrossAttention) {
            const StackCost encoder = stackDerivativeCost(model, trace, cell, Stack::Encoder, nullptr);
            result.moves = encoder.moves;
        }
        result.moves = result.moves || isReadBy(cell, sublayer);
        if (result.moves)
            result.cost += movedCost(model, trace, sublayer);
    }
    result.moves = result.moves || isReadByFinalNorm(cell, stack);
    return result;
}

} // namespace

double derivativeCost(const Model &model, const Trace &trace, const ModelCell &cell, const AttentionPlace &place)
{
    checkCell(model, trace, cell);
    if (blockIndex(model.config, place.attention, place.layer) < 0)
        throw ShapeError(Message::tr("the model has no block %1", {blockName(place.attention, place.layer)}));
    const ModelConfig &config = model.config;
    const Sublayer last = sublayerOf(place);
    StackCost total = stackDerivativeCost(model, trace, cell, last.stack, &last);
    const bool crossedBefore =
        config.architecture == Architecture::EncoderDecoder && place.attention == Attention::Decoder && place.layer > 0;
    if (place.attention == Attention::Cross || crossedBefore) {
        const StackCost encoder = stackDerivativeCost(model, trace, cell, Stack::Encoder, nullptr);
        total.cost += encoder.cost;
        total.moves = total.moves || encoder.moves;
    }
    const auto queries = double(queriesOf(trace, place.attention).tokens.size());
    const auto keys = double(keysOf(trace, place.attention).tokens.size());
    if (total.moves) // the head's queries and keys move with their inputs
        total.cost += (queries + keys) * config.dModel * config.dKey;
    return total.cost + queries * keys * (scoreTangentCost(config.score, config.dKey) + 4);
}

} // namespace regard

#include "engine/forward.h"
#include "engine/output_layer.h"
#include "engine/reuse.h"
#include "engine/sublayer_cost.h"

namespace regard {

namespace {

/// Drawing or copying a number of the input in multiplications, roughly: it takes a logarithm and a cosine.
constexpr double entryCost = 16;

double stackCost(const ModelConfig &config, Stack stack, int kept, double tokens, double crossTokens)
{
    double cost = 0;
    for (const Sublayer &sublayer : sublayersOf(config, stack)) {
        const bool crosses = sublayer.kind == SublayerKind::CrossAttention;
        if (kept-- <= 0)
            cost += sublayerCost(config, sublayer, tokens, crosses ? crossTokens : tokens);
    }
    return cost;
}

} // namespace

double passCost(const Model &model, const Input &input, const PassOptions &options)
{
    const ModelConfig &config = model.config;
    const Reuse reuse = reuseOf(model, input, options);
    const auto source = static_cast<double>(input.tokens.size());
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const double decoded = both ? static_cast<double>(input.target.size()) : source; // tokens that the decoder reads
    double cost = 0;
    if (!reuse.source)
        cost += entryCost * source * config.dModel;
    if (both && !reuse.target)
        cost += entryCost * decoded * config.dModel;
    cost += stackCost(config, Stack::Encoder, reuse.encoderSublayers, source, 0);
    cost += stackCost(config, Stack::Decoder, reuse.decoderSublayers, decoded, source);
    if (hasStack(config, Stack::Decoder) && !reuse.logits) {
        const auto vocabulary = static_cast<double>(vocabularyOf(model, input).size());
        cost += (decoded + (model.weights.contains("output.w") ? 0 : entryCost)) * config.dModel * vocabulary;
    }
    return cost;
}

} // namespace regard

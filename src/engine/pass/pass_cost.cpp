#include <cstddef>
#include <vector>

#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/recurrent_pass.h"
#include "engine/pass/reuse.h"
#include "engine/pass/sublayer_cost.h"

namespace regard {

namespace {

/// Cost of drawing or copying a number of the input, in multiplications, roughly: it takes a logarithm and a cosine.
constexpr double entryCost = 16;

double stackCost(const ModelConfig &config, Stack stack, const std::vector<SublayerReuse> &reuse, double tokens,
                 double crossTokens)
{
    double cost = 0;
    const std::vector<Sublayer> sublayers = sublayersOf(config, stack);
    for (std::size_t i = 0; i < sublayers.size(); ++i) {
        const bool crosses = sublayers[i].kind == SublayerKind::CrossAttention;
        cost += sublayerCost(config, sublayers[i], tokens, crosses ? crossTokens : tokens,
                             i < reuse.size() ? reuse[i] : SublayerReuse());
    }
    return cost;
}

double outputCost(const Model &model, double tokens, std::size_t vocabulary, bool allLogits)
{
    if (!allLogits && !keepsLogits(std::size_t(tokens), vocabulary))
        return 0;
    const double width = model.config.dModel;
    const bool isDrawn = !model.table && !model.weights.contains("output.w");
    const double compared = (tokens + (isDrawn ? entryCost : 0)) * width * double(vocabulary);
    return compared + (transformsOutput(model.config) ? tokens * width * width : 0);
}

} // namespace

double passCost(const Model &model, const Input &input, const PassOptions &options)
{
    const ModelConfig &config = model.config;
    const Reuse reuse = reuseOf(model, input, options);
    const auto source = double(input.tokens.size());
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const double decoded = both ? double(input.target.size()) : source; // tokens that the decoder reads
    double cost = 0;
    if (!reuse.source)
        cost += entryCost * source * config.dModel;
    if (both && !reuse.target)
        cost += entryCost * decoded * config.dModel;
    cost += isRecurrent(config, Stack::Encoder)
                ? (reuse.encoderOutput ? 0 : recurrentCost(config, Stack::Encoder, source, 0))
                : stackCost(config, Stack::Encoder, reuse.encoder, source, 0);
    cost += isRecurrent(config, Stack::Decoder)
                ? (reuse.decoderOutput ? 0 : recurrentCost(config, Stack::Decoder, decoded, source))
                : stackCost(config, Stack::Decoder, reuse.decoder, decoded, source);
    if (hasOutputLayer(model) && !reuse.logits)
        cost += outputCost(model, decoded, vocabularyOf(model, input).size(), options.allLogits);
    return cost;
}

} // namespace regard

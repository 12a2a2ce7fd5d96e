#include "engine/model_config.h"

#include <cmath>
#include <string>

#include "engine/errors.h"
#include "engine/stack.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

void requireRange(const char *key, int value, int lowest, int highest)
{
    if (value < lowest || value > highest)
        throw ConfigError(std::string(key) + " is " + std::to_string(value) + ", but must lie between " +
                          std::to_string(lowest) + " and " + std::to_string(highest));
}

void checkRanges(const ModelConfig &config)
{
    requireRange("encoder_layers", config.encoderLayers, 0, maximumLayers);
    requireRange("decoder_layers", config.decoderLayers, 0, maximumLayers);
    requireRange("d_model", config.dModel, 1, maximumSize);
    requireRange("heads", config.heads, 1, maximumHeads);
    requireRange("d_key", config.dKey, 1, maximumSize);
    requireRange("d_value", config.dValue, 1, maximumSize);
    requireRange("d_ff", config.dFf, 0, maximumSize);
    requireRange("decoder_heads", config.decoderHeads, 1, maximumHeads);
    requireRange("decoder_d_ff", config.decoderDFf, 0, maximumSize);
    // As float32, which would make the one 0 and the other infinity.
    if (!(config.normEpsilon >= 1e-30 && config.normEpsilon <= 1e30))
        throw ConfigError("norm_epsilon must be a number above 0, from 1e-30 to 1e30, such as 1e-5");
    if (!std::isfinite(config.initializationStd) || config.initializationStd < 0 || config.initializationStd > 1e6)
        throw ConfigError("initialization_std must be a number between 0 and 1000000, such as 0.02");
}

/// What follows a stack's attention and needs d_model numbers of each token; null where nothing does.
const char *readerOfJoined(const ModelConfig &config, Stack stack)
{
    if (config.residual)
        return "a residual";
    if (config.norm == Norm::Post || config.finalNorm)
        return "a norm";
    if (feedForwardSizeOf(config, stack) > 0)
        return "a feed-forward";
    if (layersOf(config, stack) > 1)
        return "another layer";
    if (stack == Stack::Decoder)
        return config.architecture == Architecture::EncoderDecoder ? "another attention" : "the output layer";
    return layersOf(config, Stack::Decoder) > 0 ? "a decoder" : nullptr;
}

void checkJoinedWidth(const ModelConfig &config, Stack stack)
{
    const int heads = headsOf(config, stack);
    const int joined = heads * config.dValue;
    if (config.outputProjection || layersOf(config, stack) == 0 || joined == config.dModel)
        return;
    const char *reader = readerOfJoined(config, stack);
    if (!reader)
        return;
    const std::string key = stack == Stack::Encoder ? "heads" : "decoder_heads";
    throw ConfigError("output_projection false needs " + key + " · d_value to equal d_model where " + reader +
                      " follows, but " + key + " " + std::to_string(heads) + " × d_value " +
                      std::to_string(config.dValue) + " is " + std::to_string(joined) + " and d_model is " +
                      std::to_string(config.dModel));
}

/// "encoder_layers 6, heads 8 and d_ff 2048"
std::string stackSizes(const ModelConfig &config, Stack stack)
{
    const std::string prefix = stack == Stack::Encoder ? "" : "decoder_";
    return stackName(stack) + "_layers " + std::to_string(layersOf(config, stack)) + ", " + prefix + "heads " +
           std::to_string(headsOf(config, stack)) + ", " + prefix + "d_ff " +
           std::to_string(feedForwardSizeOf(config, stack)) + ", ";
}

void checkTotal(const ModelConfig &config)
{
    double total = 0;
    for (const WeightShape &shape : weightShapes(config))
        if (shape.active)
            total += static_cast<double>(shape.rows) * shape.columns;
    if (total <= maximumWeights)
        return;
    std::string sizes;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (hasStack(config, stack))
            sizes += stackSizes(config, stack);
    throw ConfigError(sizes + "d_model " + std::to_string(config.dModel) + ", d_key " + std::to_string(config.dKey) +
                      " and d_value " + std::to_string(config.dValue) + " make " + std::to_string(std::llround(total)) +
                      " weights, more than the " + std::to_string(std::llround(maximumWeights)) +
                      " that a model may have; make one of them smaller");
}

} // namespace

void validate(const ModelConfig &config)
{
    checkRanges(config);
    checkJoinedWidth(config, Stack::Encoder);
    checkJoinedWidth(config, Stack::Decoder);
    checkTotal(config);
}

} // namespace regard

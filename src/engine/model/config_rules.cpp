#include "engine/model/config_rules.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/message.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

void requireRange(const char *key, int value, int lowest, int highest)
{
    if (value < lowest || value > highest)
        throw ConfigError(Message::tr("%1 is %2, but must lie between %3 and %4",
                                      {key, std::to_string(value), std::to_string(lowest), std::to_string(highest)}));
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
    requireRange("key_value_heads", config.keyValueHeads, 0, maximumHeads);
    requireRange("directions", config.directions, 1, 2);
    requireRange("token_types", config.tokenTypes, 0, maximumSize);
    requireRange("embedding_size", config.embeddingSize, 0, maximumSize);
    requireRange("maximum_tokens", config.maximumTokens, 0, maximumSentence);
    requireRange("position_start", config.positionStart, 0, maximumSize);
    if (!(config.ropeTheta >= 1e-30 && config.ropeTheta <= 1e30))
        throw BrokenRule(ConfigRule::Theta,
                         Message::tr("rope_theta must be a number above 0, from 1e-30 to 1e30, such as 10000"));
    for (const auto &[key, value] : {std::pair{"rope_factor", config.ropeFactor},
                                     {"rope_low", config.ropeLow},
                                     {"rope_high", config.ropeHigh},
                                     {"rope_attention", config.ropeAttention},
                                     {"embedding_multiplier", config.embeddingMultiplier},
                                     {"residual_multiplier", config.residualMultiplier},
                                     {"logits_divisor", config.logitsDivisor},
                                     {"score_scale", config.scoreScale == 0 ? 1 : config.scoreScale},
                                     {"score_cap", config.scoreCap == 0 ? 1 : config.scoreCap},
                                     {"logits_cap", config.logitsCap == 0 ? 1 : config.logitsCap}})
        if (!(value >= 1e-6 && value <= 1e6))
            throw ConfigError(Message::tr("%1 must be a number from 1e-6 to 1e6", {key}));
    requireRange("rotary_width", config.rotaryWidth, 0, maximumSize);
    requireRange("window", config.window, 0, maximumSentence);
    if (config.windowTheta != 0 && !(config.windowTheta >= 1e-30 && config.windowTheta <= 1e30))
        throw ConfigError(Message::tr("window_theta must be 0 or a number from 1e-30 to 1e30"));
    requireRange("rope_original", config.ropeOriginal, 1, maximumSentence);
    // Outside these limits a float32 would be 0 or infinity.
    if (!(config.normEpsilon >= 1e-30 && config.normEpsilon <= 1e30))
        throw BrokenRule(ConfigRule::Epsilon,
                         Message::tr("norm_epsilon must be a number above 0, from 1e-30 to 1e30, such as 1e-5"));
    if (!std::isfinite(config.initializationStd) || config.initializationStd < 0 || config.initializationStd > 1e6)
        throw ConfigError(Message::tr("initialization_std must be a number between 0 and 1000000, such as 0.02"));
}

/// What follows a stack's attention and needs d_model numbers of each token; empty where nothing does.
std::string readerOfJoined(const ModelConfig &config, Stack stack)
{
    if (hasResidual(config, stack))
        return Message::tr("a residual");
    if (normOf(config, stack) == Norm::Post || normOf(config, stack) == Norm::Output || hasFinalNorm(config, stack))
        return Message::tr("a norm");
    if (hasFeedForward(config, stack))
        return Message::tr("a feed-forward");
    if (layersOf(config, stack) > 1)
        return Message::tr("another layer");
    if (stack == Stack::Decoder)
        return config.architecture == Architecture::EncoderDecoder ? Message::tr("another attention")
                                                                   : Message::tr("the output layer");
    if (transformsOutput(config))
        return Message::tr("the output layer");
    return layersOf(config, Stack::Decoder) > 0 ? Message::tr("a decoder") : std::string();
}

void checkJoinedWidth(const ModelConfig &config, Stack stack)
{
    const int heads = headsOf(config, stack);
    const int joined = heads * config.dValue;
    if (config.outputProjection || layersOf(config, stack) == 0 || joined == config.dModel ||
        isRecurrent(config, stack)) // whose weights take a context of any width
        return;
    const std::string reader = readerOfJoined(config, stack);
    if (reader.empty())
        return;
    const std::string key = stack == Stack::Encoder ? "heads" : "decoder_heads";
    BrokenRule broken(ConfigRule::JoinedWidth,
                      Message::tr("output_projection false needs %1 · d_value to equal d_model where %2 follows, but "
                                  "%1 %3 × d_value %4 is %5 and d_model is %6",
                                  {key, reader, std::to_string(heads), std::to_string(config.dValue),
                                   std::to_string(joined), std::to_string(config.dModel)}));
    broken.stack = stack;
    broken.reader = reader;
    throw broken;
}

/// Query heads share key heads in groups of one size.
void checkKeyValueHeads(const ModelConfig &config, Stack stack)
{
    const int heads = headsOf(config, stack);
    if (!hasStack(config, stack) || config.keyValueHeads == 0 || heads % config.keyValueHeads == 0)
        return;
    BrokenRule broken(ConfigRule::SharedHeads,
                      Message::tr("key_value_heads is %1, but must divide %2, which is %3; 0 gives each head its own",
                                  {std::to_string(config.keyValueHeads),
                                   stack == Stack::Encoder ? "heads" : "decoder_heads", std::to_string(heads)}));
    broken.stack = stack;
    throw broken;
}

void checkRecurrent(const ModelConfig &config, Stack stack)
{
    if (!isRecurrent(config, stack))
        return;
    const std::string kind = stackName(stack) + "_kind";
    if (layersOf(config, stack) == 0) {
        BrokenRule broken(ConfigRule::RecurrentLayers, Message::tr("%1 recurrent needs %2 of at least 1, not 0",
                                                                   {kind, stackName(stack) + "_layers"}));
        broken.stack = stack;
        throw broken;
    }
    if (config.dModel % directionsOf(config, stack) != 0)
        throw BrokenRule(ConfigRule::EvenStates, Message::tr("directions 2 divide d_model between them, so d_model "
                                                             "must be even, not %1",
                                                             {std::to_string(config.dModel)}));
}

/// The list of a LongRope holds a number for each pair of columns.
void checkFactors(const char *key, const std::vector<double> &factors, int pairs)
{
    if (int(factors.size()) != pairs)
        throw ConfigError(Message::tr("%1 holds %2 numbers, but there are %3 pairs of rotated columns",
                                      {key, std::to_string(factors.size()), std::to_string(pairs)}));
}

void checkRotary(const ModelConfig &config)
{
    if (config.rotaryWidth == 0 && config.dKey % 2 != 0)
        throw BrokenRule(ConfigRule::EvenKeys,
                         Message::tr("position rotary turns columns in pairs, so d_key must be even, not %1",
                                     {std::to_string(config.dKey)}));
    if (config.rotaryWidth > config.dKey || config.rotaryWidth % 2 != 0)
        throw ConfigError(Message::tr("rotary_width is %1, but must be even and at most d_key, which is %2",
                                      {std::to_string(config.rotaryWidth), std::to_string(config.dKey)}));
    const int width = rotaryWidthOf(config);
    if (config.ropeScaling == RopeScaling::Dynamic && width < 4)
        throw ConfigError(Message::tr("rope_scaling dynamic needs at least 4 rotated columns of each head"));
    if (config.ropeScaling == RopeScaling::Llama3 && config.ropeHigh <= config.ropeLow)
        throw ConfigError(Message::tr("rope_scaling llama3 needs a rope_high above rope_low"));
    if (config.ropeScaling == RopeScaling::Yarn && config.ropeTheta == 1)
        throw ConfigError(Message::tr("rope_scaling yarn needs a rope_theta other than 1"));
    if (config.ropeScaling == RopeScaling::LongRope) {
        checkFactors("rope_short", config.ropeShort, width / 2);
        checkFactors("rope_long", config.ropeLong, width / 2);
    }
}

void checkCombinations(const ModelConfig &config)
{
    if (config.position == Position::Rotary)
        checkRotary(config);
    if (config.maskedLanguageModel && config.architecture != Architecture::Encoder)
        throw ConfigError(Message::tr("masked_language_model true needs architecture encoder: a decoder has an output "
                                      "layer of its own"));
    if (config.replacedTokens && (config.architecture != Architecture::Encoder || config.maskedLanguageModel))
        throw ConfigError(
            Message::tr("replaced_tokens true needs architecture encoder and masked_language_model false: "
                        "a model has one output layer"));
    if (config.replacedTokens && config.tiedOutput)
        throw ConfigError(Message::tr("tied_output true compares with the words of a vocabulary, but replaced_tokens "
                                      "true says of a token whether it was replaced"));
    if (config.tiedOutput && hasOutputLayer(config) && outputWidthOf(config) != config.embeddingWidth())
        throw ConfigError(
            Message::tr("tied_output true compares %1 with a token's row, whose embedding_size is %2",
                        {"d_model " + std::to_string(config.dModel), std::to_string(config.embeddingSize)}));
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
            total += double(shape.rows) * shape.columns;
    if (total <= maximumWeights)
        return;
    std::string sizes;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (hasStack(config, stack))
            sizes += stackSizes(config, stack);
    BrokenRule broken(
        ConfigRule::WeightCount,
        Message::tr("%1d_model %2, d_key %3 and d_value %4 make %5 weights, more than the %6 that a "
                    "model may have; make one of them smaller",
                    {sizes, std::to_string(config.dModel), std::to_string(config.dKey), std::to_string(config.dValue),
                     std::to_string(std::llround(total)), std::to_string(std::llround(maximumWeights))}));
    broken.weights = total;
    throw broken;
}

} // namespace

void validateRules(const ModelConfig &config)
{
    checkRanges(config);
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        checkJoinedWidth(config, stack);
        checkKeyValueHeads(config, stack);
        checkRecurrent(config, stack);
    }
    checkCombinations(config);
}

void validate(const ModelConfig &config)
{
    validateRules(config);
    checkTotal(config);
}

} // namespace regard

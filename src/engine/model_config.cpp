#include "engine/model_config.h"

#include <cmath>
#include <string>

#include "engine/errors.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

void requireRange(const char *key, int value, int lowest, int highest)
{
    if (value < lowest || value > highest)
        throw ConfigError(std::string(key) + " is " + std::to_string(value) + ", but must lie between " +
                          std::to_string(lowest) + " and " + std::to_string(highest));
}

[[noreturn]] void refuse(const std::string &keyAndValue, const char *remedy)
{
    throw ConfigError(keyAndValue + " is not computed yet; leave it out or set it to " + remedy);
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
    if (!std::isfinite(config.normEpsilon) || config.normEpsilon <= 0)
        throw ConfigError("norm_epsilon must be a number above 0, such as 1e-5");
    if (!std::isfinite(config.initializationStd) || config.initializationStd < 0 || config.initializationStd > 1e6)
        throw ConfigError("initialization_std must be a number between 0 and 1000000, such as 0.02");
}

void checkComputed(const ModelConfig &config)
{
    if (config.architecture != Architecture::Encoder)
        refuse(config.architecture == Architecture::Decoder ? "architecture decoder" : "architecture encoder_decoder",
               "encoder");
    if (config.decoderLayers > 0)
        refuse("decoder_layers " + std::to_string(config.decoderLayers), "0");
    if (config.dFf > 0)
        refuse("d_ff " + std::to_string(config.dFf), "0");
    if (config.decoderDFf > 0)
        refuse("decoder_d_ff " + std::to_string(config.decoderDFf), "0");
    if (config.residual)
        refuse("residual true", "false");
    if (config.norm != Norm::None)
        refuse(config.norm == Norm::Post ? "norm post" : "norm pre", "none");
    if (config.finalNorm)
        refuse("final_norm true", "false");
    if (config.embeddingNorm)
        refuse("embedding_norm true", "false");
}

void checkJoinedWidth(const ModelConfig &config)
{
    const int joined = config.heads * config.dValue;
    if (config.outputProjection || config.encoderLayers < 2 || joined == config.dModel)
        return;
    throw ConfigError("output_projection false needs heads · d_value to equal d_model where another layer follows, "
                      "but heads " +
                      std::to_string(config.heads) + " × d_value " + std::to_string(config.dValue) + " is " +
                      std::to_string(joined) + " and d_model is " + std::to_string(config.dModel));
}

void checkTotal(const ModelConfig &config)
{
    double total = 0;
    for (const WeightShape &shape : weightShapes(config))
        if (shape.active)
            total += static_cast<double>(shape.rows) * shape.columns;
    if (total <= maximumWeights)
        return;
    throw ConfigError(
        "encoder_layers " + std::to_string(config.encoderLayers) + ", d_model " + std::to_string(config.dModel) +
        ", heads " + std::to_string(config.heads) + ", d_key " + std::to_string(config.dKey) + " and d_value " +
        std::to_string(config.dValue) + " make " + std::to_string(std::llround(total)) + " weights, more than the " +
        std::to_string(std::llround(maximumWeights)) + " that a model may have; make one of them smaller");
}

} // namespace

void validate(const ModelConfig &config)
{
    checkRanges(config);
    checkComputed(config);
    checkJoinedWidth(config);
    checkTotal(config);
}

} // namespace regard

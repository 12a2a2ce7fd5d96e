#include "engine/model/stack.h"

namespace regard {

bool hasStack(const ModelConfig &config, Stack stack)
{
    return config.architecture == Architecture::EncoderDecoder ||
           config.architecture == (stack == Stack::Encoder ? Architecture::Encoder : Architecture::Decoder);
}

bool isRecurrent(const ModelConfig &config, Stack stack)
{
    const StackKind kind = stack == Stack::Encoder ? config.encoderKind : config.decoderKind;
    return hasStack(config, stack) && kind == StackKind::Recurrent;
}

Stack sourceStack(const ModelConfig &config)
{
    return config.architecture == Architecture::Decoder ? Stack::Decoder : Stack::Encoder;
}

int layersOf(const ModelConfig &config, Stack stack)
{
    if (!hasStack(config, stack))
        return 0;
    return stack == Stack::Encoder ? config.encoderLayers : config.decoderLayers;
}

int headsOf(const ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.heads : config.decoderHeads;
}

int keyValueHeadsOf(const ModelConfig &config, Stack stack)
{
    return config.keyValueHeads > 0 ? config.keyValueHeads : headsOf(config, stack);
}

int feedForwardSizeOf(const ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.dFf : config.decoderDFf;
}

bool hasFeedForward(const ModelConfig &config, Stack stack)
{
    return !isRecurrent(config, stack) && feedForwardSizeOf(config, stack) > 0;
}

bool hasResidual(const ModelConfig &config, Stack stack)
{
    return !isRecurrent(config, stack) && config.residual;
}

Norm normOf(const ModelConfig &config, Stack stack)
{
    return isRecurrent(config, stack) ? Norm::None : config.norm;
}

bool hasFinalNorm(const ModelConfig &config, Stack stack)
{
    return !isRecurrent(config, stack) && config.finalNorm;
}

bool hasOutputLayer(const ModelConfig &config)
{
    return hasStack(config, Stack::Decoder) || transformsOutput(config);
}

bool transformsOutput(const ModelConfig &config)
{
    return config.maskedLanguageModel || config.replacedTokens;
}

bool narrowsOutput(const ModelConfig &config)
{
    return hasStack(config, Stack::Decoder) && config.projectsFirst();
}

std::string stackName(Stack stack)
{
    return stack == Stack::Encoder ? "encoder" : "decoder";
}

} // namespace regard

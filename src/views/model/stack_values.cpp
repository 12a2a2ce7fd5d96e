#include "views/model/stack_values.h"

namespace regard {

namespace {

Stack other(Stack stack)
{
    return stack == Stack::Encoder ? Stack::Decoder : Stack::Encoder;
}

} // namespace

int &layersField(ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.encoderLayers : config.decoderLayers;
}

int &headsField(ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.heads : config.decoderHeads;
}

int &feedForwardField(ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.dFf : config.decoderDFf;
}

Mask &maskField(ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.encoderMask : config.decoderMask;
}

ModelConfig withArchitecture(ModelConfig config, Architecture architecture)
{
    const ModelConfig before = config;
    config.architecture = architecture;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (hasStack(config, stack) && !hasStack(before, stack) && layersField(config, stack) == 0)
            layersField(config, stack) = 1;
    return config;
}

void setHeadsOf(ModelConfig &config, Stack stack, int heads)
{
    if (config.heads == config.decoderHeads)
        headsField(config, other(stack)) = heads;
    headsField(config, stack) = heads;
}

void setFeedForwardOf(ModelConfig &config, Stack stack, int size)
{
    if (config.dFf == config.decoderDFf)
        feedForwardField(config, other(stack)) = size;
    feedForwardField(config, stack) = size;
}

} // namespace regard

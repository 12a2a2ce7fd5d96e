#include "views/model/feed_forward_memory.h"

#include <algorithm>

#include "views/model/stack_values.h"

namespace regard {

namespace {

constexpr int usualFactor = 4; // d_ff = 4 · d_model: Vaswani et al. 2017, section 3.3

/// Hidden size of the stack's given feed-forward weights, 0 where none is given.
int givenSize(const Model &model, Stack stack)
{
    const int layers = stack == Stack::Encoder ? model.config.encoderLayers : model.config.decoderLayers;
    Eigen::Index size = 0;
    for (int layer = 0; layer < layers; ++layer) {
        const std::string prefix = stackName(stack) + "." + std::to_string(layer) + ".ffn.";
        for (const char *wide : {"w_1", "b_1"})
            if (const Weight given = model.given.find(prefix + wide))
                size = std::max(size, given.cols());
        if (const Weight given = model.given.find(prefix + "w_2"))
            size = std::max(size, given.rows());
    }
    return int(size);
}

} // namespace

void FeedForwardMemory::forget()
{
    *this = {};
}

void FeedForwardMemory::note(const ModelConfig &config)
{
    m_encoder = config.dFf > 0 ? config.dFf : m_encoder;
    m_decoder = config.decoderDFf > 0 ? config.decoderDFf : m_decoder;
    if (config.dFf > 0 || config.decoderDFf > 0)
        m_together = config.dFf > 0 && config.decoderDFf > 0;
}

int FeedForwardMemory::sizeOf(const Model &model, Stack stack, int otherwise) const
{
    const int given = givenSize(model, stack);
    const int last = stack == Stack::Encoder ? m_encoder : m_decoder;
    return given > 0 ? given : last > 0 ? last : otherwise;
}

void FeedForwardMemory::switchOn(ModelConfig &config, const Model &model, Stack stack) const
{
    const int usual = int(std::min<long>(long{usualFactor} * config.dModel, maximumSize));
    const int size = sizeOf(model, stack, usual);
    feedForwardField(config, stack) = size;
    const Stack other = stack == Stack::Encoder ? Stack::Decoder : Stack::Encoder;
    if (m_together && stack == sourceStack(config) && feedForwardField(config, other) == 0)
        feedForwardField(config, other) = sizeOf(model, other, size);
}

} // namespace regard

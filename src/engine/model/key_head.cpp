#include "engine/model/key_head.h"

#include "engine/model/stack.h"

namespace regard {

int keyHeadOf(const ModelConfig &config, Attention attention, int head)
{
    const Stack stack = stackOf(attention);
    return head / (headsOf(config, stack) / keyValueHeadsOf(config, stack));
}

bool hasQkNorm(const ModelConfig &config, Attention attention)
{
    return config.qkNorm != QkNorm::None && attention != Attention::Cross;
}

bool hasSinks(const ModelConfig &config, Attention attention)
{
    return config.attentionSinks && attention != Attention::Cross;
}

bool hasQkvBias(const ModelConfig &config)
{
    return config.bias || config.qkvBias;
}

} // namespace regard

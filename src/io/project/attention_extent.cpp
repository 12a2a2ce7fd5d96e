#include "io/project/attention_extent.h"

#include <algorithm>

namespace regard {

TokenCounts countsOf(const Input &input)
{
    return {int(input.tokens.size()), int(input.target.size())};
}

AttentionExtent extentOf(const ModelConfig &config, Attention attention, const TokenCounts &tokens)
{
    const bool decodesTarget = config.architecture == Architecture::EncoderDecoder;
    const int queries = decodesTarget && attention != Attention::Encoder ? tokens.target : tokens.source;
    const int keys = attention == Attention::Cross ? tokens.source : queries;
    return {layersOf(config, attention), headsOf(config, attention), queries, keys};
}

Attention viewedAttention(const StoredView &view, const ModelConfig &config)
{
    const std::vector<Attention> attentions = attentionsOf(config);
    if (view.block && std::find(attentions.begin(), attentions.end(), *view.block) != attentions.end())
        return *view.block;
    return attentions.empty() ? Attention::Encoder : attentions.front();
}

} // namespace regard

#include "io/project/attention_extent.h"

namespace regard {

TokenCounts countsOf(const Input &input)
{
    return {static_cast<int>(input.tokens.size()), static_cast<int>(input.target.size())};
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
    for (const Attention attention : attentions) {
        if (blockWord(attention) == view.block) {
            return attention;
        }
    }
    return attentions.empty() ? Attention::Encoder : attentions.front();
}

std::string blockWord(Attention attention)
{
    switch (attention) {
    case Attention::Encoder:
        return "encoder";
    case Attention::Decoder:
        return "decoder";
    case Attention::Cross:
        break;
    }
    return "cross";
}

} // namespace regard

#include "io/attention_extent.h"

namespace regard {

AttentionExtent extentOf(const ModelConfig &config, Attention attention, const Input &input)
{
    const bool decodesTarget = config.architecture == Architecture::EncoderDecoder;
    const int source = static_cast<int>(input.tokens.size());
    const int target = static_cast<int>(input.target.size());
    const int queries = decodesTarget && attention != Attention::Encoder ? target : source;
    const int keys = attention == Attention::Cross ? source : queries;
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

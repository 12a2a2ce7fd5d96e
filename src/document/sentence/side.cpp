#include "document/sentence/side.h"

namespace regard {

bool readsTarget(const ModelConfig &config)
{
    return config.architecture == Architecture::EncoderDecoder;
}

Side queriesSide(const ModelConfig &config, Attention attention)
{
    return sideOf(config, stackOf(attention));
}

Side keysSide(const ModelConfig &config, Attention attention)
{
    return attention == Attention::Cross ? Side::Source : queriesSide(config, attention);
}

Side sideOf(const ModelConfig &config, Stack stack)
{
    return readsTarget(config) && stack == Stack::Decoder ? Side::Target : Side::Source;
}

} // namespace regard

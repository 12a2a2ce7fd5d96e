#include "document/look/layer_title.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

} // namespace

QString layerTitle(const ModelConfig &config, Attention attention, int layer)
{
    if (config.architecture == Architecture::Encoder)
        return Text::tr("layer %1").arg(layer + 1);
    switch (attention) {
    case Attention::Encoder:
        return Text::tr("encoder layer %1").arg(layer + 1);
    case Attention::Decoder:
        return Text::tr("decoder layer %1").arg(layer + 1);
    case Attention::Cross:
        break;
    }
    return Text::tr("cross layer %1").arg(layer + 1);
}

} // namespace regard

#include "document/look/layer_title.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct LayerTitleText {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

} // namespace

QString layerTitle(const ModelConfig &config, Attention attention, int layer)
{
    if (config.architecture == Architecture::Encoder)
        return LayerTitleText::tr("layer %1").arg(layer + 1);
    switch (attention) {
    case Attention::Encoder:
        return LayerTitleText::tr("encoder layer %1").arg(layer + 1);
    case Attention::Decoder:
        return LayerTitleText::tr("decoder layer %1").arg(layer + 1);
    case Attention::Cross:
        break;
    }
    return LayerTitleText::tr("cross layer %1").arg(layer + 1);
}

} // namespace regard

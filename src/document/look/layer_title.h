#pragma once

#include <QString>

#include "engine/model/attention_place.h"

namespace regard {

/// "layer 1", "decoder layer 1", "cross layer 1".
QString layerTitle(const ModelConfig &config, Attention attention, int layer);

} // namespace regard

#pragma once

#include "engine/model/model_config.h"

class QWidget;

namespace regard {

class Document;

/// Asks before sizes change that the model's learning could not go on with; true: they may.
bool mayChangeSizes(const Document &document, const ModelConfig &wanted, QWidget *parent);

} // namespace regard

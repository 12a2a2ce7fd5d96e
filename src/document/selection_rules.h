#pragma once

#include "document/selection.h"
#include "engine/model_config.h"
#include "io/project.h"

namespace regard {

/// The selection with everything dropped or moved that the model and `tokens` tokens do not have: layer and head go
/// to the nearest, token positions beyond the end become −1 or leave the pins. A list of heads that loses all of its
/// heads becomes the selected head alone.
Selection clampedSelection(Selection selection, const ModelConfig &config, int tokens);

/// The selection after the number of heads changed from `headsBefore`: where all were on, the new ones are on too.
Selection carriedOver(Selection selection, int headsBefore, const ModelConfig &config, int tokens);

/// From and to what a project stores. All heads on and no list of heads are the same there.
Selection selectionOf(const StoredView &view, const ModelConfig &config, int tokens);
StoredView storedView(const Selection &selection, const ModelConfig &config);

} // namespace regard

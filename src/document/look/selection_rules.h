#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/model/model_config.h"
#include "io/project/attention_extent.h"
#include "io/project/project.h"

namespace regard {

/// The selection with everything dropped or moved that the model and the sentences do not have: an attention that the
/// architecture lacks becomes the first that it has, layer and head go to the nearest, token positions beyond the end
/// become −1 or leave the pins, a part that is switched off becomes the attention. A list of heads that loses all its
/// heads becomes the selected head alone.
Selection clampedSelection(Selection selection, const ModelConfig &config, const TokenCounts &tokens);

/// The selection after the model changed from `before`: where all heads were on, the new ones are on too.
Selection carriedOver(Selection selection, const ModelConfig &before, const ModelConfig &config,
                      const TokenCounts &tokens);

/// The stack of the selected part: that of its chain, or of its attention; else the one that reads the source. The
/// input of a recurrent stack is that of the selected chain.
Stack shownStack(const Selection &selection, const ModelConfig &config);

std::vector<int> allHeads(const ModelConfig &config, Attention attention);

/// The selection that a project stores. All heads on and no list of heads are the same there.
Selection selectionOf(const StoredView &view, const ModelConfig &config, const TokenCounts &tokens);
StoredView storedView(const Selection &selection, const ModelConfig &config);

} // namespace regard

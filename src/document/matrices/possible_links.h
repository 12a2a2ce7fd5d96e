#pragma once

#include "document/sentence/side.h"
#include "engine/model/model.h"
#include "text/tokenizer.h"

namespace regard {

/// The links of attentions that read the same sentence under both configurations: positions in another sentence are
/// those of other words.
SideLinks linksOfSameSides(SideLinks links, const ModelConfig &before, const ModelConfig &after);

/// The links that sentences, masks and the model's own mask still allow, and the patches whose tokens exist. A row
/// whose weights can no longer sum to 1 goes as a whole.
SideLinks possibleLinks(const Model &model, SideLinks links, const Tokens &source, const Tokens &target,
                        const SideMasks &masks);

} // namespace regard

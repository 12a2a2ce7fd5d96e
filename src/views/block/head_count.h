#pragma once

#include <optional>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"

namespace regard {

/// The change to another number of heads for a model.
struct HeadCount {
    int heads = 0;
    ModelConfig config;
    HeadSplit split = HeadSplit::KeepHeads;
};

/// The next larger (`direction` 1) or smaller (−1) number of heads that the stack of an attention can have: heads are
/// added or dropped at the end; where the rules do not allow that, the same columns are split anew. Nothing where there
/// is none, from 1 to 64.
std::optional<HeadCount> nextHeadCount(const Model &model, Attention attention, int direction);

} // namespace regard

#pragma once

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// forward() for whoever looks at one block alone: the same numbers and the same errors in less memory. The trace has
/// the streams alone of the other blocks (counted from 0, in the order of computation) and of feed-forwards.
SharedTrace forwardForBlock(const Model &model, const Input &input, int block);

} // namespace regard

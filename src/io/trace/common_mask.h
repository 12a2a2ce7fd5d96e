#pragma once

#include "engine/analysis/trace_comparison.h"
#include "engine/base/matrix.h"

namespace regard {

/// Puts NaN, which files write as nothing, in the cells of a difference of weights whose key the mask forbids the query
/// in both states: there is no change of what never was. `difference` is n × m in the tokens of now. Without
/// `masksKeys` only the keys after the query are forbidden: attention rollout sees the others.
void clearForbidden(Matrix &difference, const TraceComparison &comparison, Attention attention, bool masksKeys = true);

} // namespace regard

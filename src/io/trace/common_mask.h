#pragma once

#include "engine/analysis/trace_comparison.h"
#include "engine/base/matrix.h"

namespace regard {

/// Puts NaN, which files write as nothing, in the cells of a difference of weights whose key the mask forbids the query
/// in both states: they have no change. `difference` is n × m in the present tokens. Without `masksKeys` only the keys
/// after the query are forbidden: attention rollout sees the others, and those beyond a window.
void clearForbidden(Matrix &difference, const TraceComparison &comparison, const AttentionPlace &place,
                    bool masksKeys = true);

} // namespace regard

#pragma once

#include "document/look/selection.h"
#include "engine/analysis/trace_comparison.h"

namespace regard {

/// The selection of now in the tokens of before; tokens that are new there are in no focus, and no pins.
Selection selectionBefore(Selection now, const TraceComparison &comparison);

} // namespace regard

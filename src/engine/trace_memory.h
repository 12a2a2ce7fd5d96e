#pragma once

#include "engine/trace.h"

namespace regard {

/// Bytes of the matrices of a trace that another one does not share: what it costs to keep both rather than the other
/// alone.
double bytesOnlyIn(const Trace &trace, const Trace &other);

} // namespace regard

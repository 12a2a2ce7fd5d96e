#pragma once

#include <vector>

#include "engine/pass/trace.h"
#include "io/trace/trace_parts.h"

namespace regard {

/// A matrix of a recurrent stack as files of a trace name it.
struct NamedStates {
    TracePart part;
    const char *name;
    TraceMatrix numbers;
};

/// Gates and states of a chain, named within it: "reset", "states".
std::vector<NamedStates> namedStates(const CellTrace &chain, Cell cell);

/// The states with which a recurrent decoder begins: "first_state", of an lstm also "first_cell_state". None where it
/// begins with zeros.
std::vector<NamedStates> namedFirstStates(const Trace &trace, const ModelConfig &config);

} // namespace regard

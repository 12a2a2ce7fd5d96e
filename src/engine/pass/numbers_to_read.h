#pragma once

#include "engine/pass/trace.h"

namespace regard {

/// Numbers in the weights of all heads that are read from a file when they are asked for; 0 where they were computed.
double numbersToRead(const Trace &trace);

} // namespace regard

#pragma once

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/pass_options.h"

namespace regard {

/// Bytes that the trace of forward() takes with the same arguments beside what it takes over from the earlier one.
double passBytes(const Model &model, const Input &input, const PassOptions &options);
/// passBytes() of forwardForBlock(), for whichever block takes most.
double blockPassBytes(const Model &model, const Input &input);

/// Throws InputError where the whole trace would take more than any may, or a pass that takes `needed` bytes more than
/// are available: before anything is allocated.
void checkMemory(const Model &model, const Input &input, bool allLogits, double needed);

} // namespace regard

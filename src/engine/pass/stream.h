#pragma once

#include "engine/model/model_config.h"
#include "engine/pass/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// The stream that a sublayer reads, n × d_model: what the one before it left in the trace, else the stack's input.
/// The sublayers before it must have been computed.
const Matrix &streamBefore(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer);

/// The stream that a stack's last sublayer left, or the stack's input where it has none.
const Matrix &streamAfter(const ModelConfig &config, const Trace &trace, Stack stack);

} // namespace regard

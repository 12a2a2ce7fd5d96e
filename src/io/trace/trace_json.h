#pragma once

#include <functional>

#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/base/text_stream.h"

namespace regard {

/// A whole trace as a JSON object. `further` writes more members after the last, each led by ",\n"; null: none.
/// `model` is the trace's own.
void writeTraceObject(TextStream &out, const Model &model, const Trace &trace,
                      const std::function<void(TextStream &)> &further = nullptr);

} // namespace regard

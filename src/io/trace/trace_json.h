#pragma once

#include <functional>

#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/base/text_stream.h"
#include "io/trace/trace_parts.h"

namespace regard {

/// A whole trace as a JSON object. `further` writes more members after the last, each led by ",\n"; null: none.
/// `model` is the trace's own. Parts that are not wanted are not computed either.
void writeTraceObject(TextStream &out, const Model &model, const Trace &trace,
                      const std::function<void(TextStream &)> &further = nullptr, const TraceParts &parts = {});

/// The first members of such an object, open and without a comma after the last: format, tokens, what is switched off.
void writeTraceBeginning(TextStream &out, const Model &model, const Trace &trace);

} // namespace regard

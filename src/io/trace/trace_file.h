#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"
#include "io/base/text_stream.h"
#include "io/trace/trace_parts.h"
#include "io/trace/trace_tensors.h"

namespace regard {

/// A whole pass as `regard-trace` JSON, streamed; atomic. Masked scores are null, and what the model does not have (a
/// target, a decoder's output, logits and their vocabulary) is an empty list. Throws FileError.
void writeTraceJson(const QString &path, const Model &model, const Trace &trace);
/// Writes the pass with more top-level members, given as JSON: `"steps": {…}`; empty: none.
void writeExtendedTraceJson(const QString &path, const Model &model, const Trace &trace, const std::string &further,
                            const TraceParts &parts = {});

/// Writes a whole pass as safetensors: `encoder.0.self.weights` heads × n × m and so on, token lists as JSON in the
/// metadata. What the model does not have is left out. `notes` are of its sentences (io/trace/trace_notes.h).
void writeTraceSafetensors(const QString &path, const Model &model, const Trace &trace, const TraceParts &parts = {},
                           const std::vector<MetadataEntry> &notes = {});

/// One matrix with its tokens, RFC 4180. −infinity (masked) is an empty cell. Rows and columns as in the matrix.
void writeMatrixCsv(const QString &path, const std::vector<std::string> &queries, const std::vector<std::string> &keys,
                    const Matrix &matrix);

} // namespace regard

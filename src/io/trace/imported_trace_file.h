#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "io/attention/attention_file.h"
#include "io/trace/trace_parts.h"
#include "io/trace/trace_tensors.h"

namespace regard {

// A sentence of a file of attention, written again as a trace: every number as it stands there, whatever is wrong with
// it, as float32. `model` has what was switched off. `parts` chooses among what there is.

/// Atomic; throws FileError.
void writeImportedSafetensors(const QString &path, const Model &model, const Trace &trace,
                              const AttentionSentence &sentence, const TraceParts &parts,
                              const std::vector<MetadataEntry> &notes);
/// `further` are more top-level members, given as JSON, or empty.
void writeImportedJson(const QString &path, const Model &model, const Trace &trace, const AttentionSentence &sentence,
                       const TraceParts &parts, const std::string &further);

} // namespace regard
